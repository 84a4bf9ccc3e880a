import * as contract from '@soulsight/contract/wingman';
import type { FastifyInstance } from 'fastify';
import { route } from '../../core/http/route.ts';
import type { WingmanService } from './wingman.service.ts';

export function registerWingmanRoutes(app: FastifyInstance, wingman: WingmanService): void {
  route(app, contract.getAiWingman, ({ caller, params, query }) =>
    wingman.forMatch(caller.userId, params.matchId, query),
  );
  route(app, contract.getAiWingmanModel, ({ caller, params }) => wingman.modelState(caller.userId, params.matchId));
  route(app, contract.postAiWingmanUse, async ({ caller, params, body }) => ({
    message: await wingman.use(caller.userId, params.matchId, body.suggestion_id),
  }));
  route(app, contract.getWingmanSuggestions, ({ caller, params, query }) =>
    wingman.forConversation(caller.userId, params.id, query),
  );
  route(app, contract.getWingmanAnalysis, ({ caller, params }) => wingman.analysis(caller.userId, params.id));
  route(app, contract.getConversationHelp, async ({ caller, params }) => ({
    care: await wingman.help(caller.userId, params.id),
  }));
  route(app, contract.getWingmanInsights, async ({ caller }) => ({ insights: await wingman.insights(caller.userId) }));
}
