import {
  getRevealStatus,
  postReveal,
  postRevealAccept,
  postRevealDecline,
  postRevealRequest,
  postRevealStepBack,
} from '@soulsight/contract/reveal';
import type { FastifyInstance } from 'fastify';
import { route } from '../../core/http/route.ts';
import type { RevealService } from './reveal.service.ts';

export function registerRevealRoutes(app: FastifyInstance, { reveal }: { reveal: RevealService }): void {
  route(app, postRevealRequest, ({ caller, body }) => reveal.request(caller.userId, body.match_id, body.stage));
  route(app, postRevealAccept, ({ caller, body }) => reveal.accept(caller.userId, body.match_id, body.stage));
  route(app, postRevealDecline, ({ caller, body }) => reveal.decline(caller.userId, body.match_id, body.stage));
  route(app, postRevealStepBack, ({ caller, body }) => reveal.stepBack(caller.userId, body.match_id, body.stage));
  route(app, postReveal, ({ caller, params, body }) => reveal.request(caller.userId, params.matchId, body?.stage));
  route(app, getRevealStatus, ({ caller, params }) => reveal.getState(caller.userId, params.id));
}
