import * as contract from '@soulsight/contract/bgp';
import { OK } from '@soulsight/contract/endpoint';
import { AppError } from '@soulsight/contract/errors';
import type { FastifyInstance } from 'fastify';
import { route } from '../../core/http/route.ts';
import type { BgpService } from './bgp.service.ts';

const TIMEFRAME_DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;
export function registerBgpRoutes(app: FastifyInstance, bgp: BgpService): void {
  route(app, contract.getBgpProfile, ({ caller }) => bgp.profile(caller.userId));
  route(app, contract.postBgpInsights, async ({ caller, body }) => ({
    insights: await bgp.insights(caller.userId, body.bgp_id, TIMEFRAME_DAYS[body.timeframe]),
  }));
  route(app, contract.postBgpEvent, async ({ caller, body }) => {
    assertOwn(caller.userId, body.user_id);
    await bgp.report(caller.userId, { userId: caller.userId, type: body.type, metadata: body.metadata });
    return OK;
  });
  route(app, contract.postBgpAnalyze, ({ caller, body }) => {
    assertOwn(caller.userId, body.user_id);
    return bgp.analyze(caller.userId, body.retry_fallback);
  });
  route(app, contract.postBgpCompatibility, ({ caller, body }) =>
    bgp.getCompatibility(caller.userId, toId(body.user_bgp), toId(body.other_bgp)),
  );
  route(app, contract.getBgpCompatibility, ({ caller, params }) => bgp.getMatchCompatibility(caller.userId, params.id));
  route(app, contract.getBgpRecommendations, async ({ caller }) => ({
    recommendations: await bgp.recommendations(caller.userId),
  }));
  route(app, contract.postBgpUpdate, ({ caller }) => bgp.update(caller.userId));
  route(app, contract.getBgpQuestions, ({ caller }) => bgp.questions(caller.userId));
  route(app, contract.postBgpQuestions, ({ caller, body }) => bgp.answer(caller.userId, body.answers));
}

/** A call may name a user, but only the caller. */
function assertOwn(callerId: string, named: string | undefined): void {
  if (named !== undefined && named !== callerId) throw new AppError('forbidden');
}

function toId(reference: string | { id: string }): string {
  return typeof reference === 'string' ? reference : reference.id;
}
