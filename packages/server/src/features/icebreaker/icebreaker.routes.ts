import { getIcebreaker, postIcebreaker } from '@soulsight/contract/icebreaker';
import type { FastifyInstance } from 'fastify';
import { route } from '../../core/http/route.ts';
import type { IcebreakerService } from './icebreaker.service.ts';

export function registerIcebreakerRoutes(
  app: FastifyInstance,
  { icebreaker }: { icebreaker: IcebreakerService },
): void {
  route(app, getIcebreaker, ({ caller, params }) => icebreaker.getState(caller.userId, params.matchId));
  route(app, postIcebreaker, ({ caller, params, body }) => icebreaker.answer(caller.userId, params.matchId, body));
}
