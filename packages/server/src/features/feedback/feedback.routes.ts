import { OK } from '@soulsight/contract/endpoint';
import { getFeedback, getImpressions, postFeedback } from '@soulsight/contract/feedback';
import type { FastifyInstance } from 'fastify';
import { route } from '../../core/http/route.ts';
import type { FeedbackService } from './feedback.service.ts';

export function registerFeedbackRoutes(app: FastifyInstance, { feedback }: { feedback: FeedbackService }): void {
  route(app, getImpressions, ({ caller }) => feedback.getImpressions(caller.userId));
  route(app, getFeedback, async ({ caller, params }) => ({
    occasion: await feedback.findQuestion(caller.userId, params.matchId),
  }));
  route(app, postFeedback, async ({ caller, params, body }) => {
    await feedback.answer(caller.userId, params.matchId, body);
    return OK;
  });
}
