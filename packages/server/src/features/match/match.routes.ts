import { type EndpointBody, OK } from '@soulsight/contract/endpoint';
import {
  deleteMatch,
  getMatch,
  getMatches,
  getMatchLikes,
  getMatchPassed,
  getMatchPotential,
  postMatchAccept,
  postMatchFind,
  postMatchLetKnow,
  postMatchLike,
  postMatchLikes,
  postMatchPass,
  postMatchReject,
  postMatchUndo,
} from '@soulsight/contract/match';
import type { FastifyInstance } from 'fastify';
import { route } from '../../core/http/route.ts';
import type { ChatService } from '../chat/chat.service.ts';
import type { RevealService } from '../reveal/reveal.service.ts';
import type { MatchService } from './match.service.ts';

type Services = {
  match: MatchService;
  chat: Pick<ChatService, 'list'>;
  reveal: Pick<RevealService, 'listRequests' | 'listReady'>;
};

/** Conversations in the overview; the inbox pages through the rest. */
const OVERVIEW_CONVERSATIONS = 100;

export function registerMatchRoutes(app: FastifyInstance, { match, chat, reveal }: Services): void {
  route(app, getMatches, async ({ caller: { userId } }) => {
    const [matches, { conversations }, reveal_requests, reveal_ready, usage_limits] = await Promise.all([
      match.list(userId),
      chat.list(userId, { limit: OVERVIEW_CONVERSATIONS }),
      reveal.listRequests(userId),
      reveal.listReady(userId),
      match.getUsageLimits(userId),
    ]);
    return { matches, conversations, reveal_requests, reveal_ready, usage_limits };
  });
  route(app, postMatchFind, ({ caller }) => match.find(caller.userId));
  route(app, getMatchPotential, async ({ caller }) => ({ matches: await match.listPotential(caller.userId) }));
  route(app, getMatchPassed, async ({ caller }) => ({ matches: await match.listPassed(caller.userId) }));
  route(app, getMatchLikes, ({ caller }) => match.countLikes(caller.userId));
  route(app, postMatchLikes, async ({ caller }) => ({ matches: await match.meetLikes(caller.userId) }));
  route(app, postMatchLetKnow, ({ caller, params }) => match.letKnow(caller.userId, params.id));
  route(app, getMatch, ({ caller, params }) => match.get(caller.userId, params.id));
  route(app, postMatchAccept, ({ caller, params, body }) => match.accept(caller.userId, params.id, body.decision_time));
  route(app, postMatchLike, ({ caller, body }) => match.accept(caller.userId, body.match_id, body.decision_time));
  route(app, postMatchReject, async ({ caller, params, body }) => {
    await match.reject(caller.userId, params.id, toPass(body));
    return OK;
  });
  route(app, postMatchPass, async ({ caller, body }) => {
    await match.reject(caller.userId, body.match_id, toPass(body));
    return OK;
  });
  route(app, postMatchUndo, ({ caller, params }) => match.undo(caller.userId, params.id));
  route(app, deleteMatch, async ({ caller, params }) => {
    await match.unmatch(caller.userId, params.id);
    return OK;
  });
}

function toPass({ decision_time: decisionMs, reason, explains }: EndpointBody<typeof postMatchReject>) {
  return { reason, decisionMs, explains };
}
