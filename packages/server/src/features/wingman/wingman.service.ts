import { setTimeout } from 'node:timers/promises';
import type { WingmanAnalysis, WingmanCare, WingmanModel } from '@soulsight/contract/wingman';
import type { Core } from '../../core/core.ts';
import { analyseConversation, IN_A_HARD_MOMENT } from './analysis.rules.ts';
import { createBasisCheck } from './basis.ts';
import { createCareFinder } from './care/find-care.ts';
import { createConversationAccess } from './conversation-access.ts';
import { createQuoteEraser } from './erase-quotes.ts';
import { isHard } from './hard/read-moment.rules.ts';
import { summarizeConversations, type WingmanInsight } from './insight.rules.ts';
import { createInsightNotice } from './insight-notice.ts';
import { createModelWingman } from './model/model-wingman.ts';
import { createSuggestions } from './suggestions.service.ts';
import type { WingmanDeps } from './wingman.deps.ts';
import { createWingmanArchive } from './wingman-archive.ts';

export type WingmanService = ReturnType<typeof createWingmanService>;

/** Suggestions and advice for the conversations of premium users who consent to analysis, and help in a crisis for everybody. */
export function createWingmanService(core: Pick<Core, 'db' | 'clock' | 'vault' | 'outbox' | 'log'>, deps: WingmanDeps) {
  const { db } = core;
  const { match, chat } = deps;
  const access = createConversationAccess(core, deps);
  const isCurrent = createBasisCheck(deps);
  const modelWingman = createModelWingman(core, { ...deps, isCurrent, after: setTimeout });
  const care = createCareFinder(deps);
  const suggestions = createSuggestions(core, { ...deps, access, care, modelWingman, isCurrent });

  /** How a conversation is going. @throws AppError wingman_premium, consent_required, conversation_gone */
  async function analysis(viewerId: string, conversationId: string): Promise<WingmanAnalysis> {
    await access.requireAccess(viewerId);
    const pair = await access.getConversationPair(viewerId, conversationId);
    const { messages, reading, otherConsents } = await access.readPair(viewerId, pair);
    const before = await care.getCare(viewerId, reading.moments, { viewer: true, other: otherConsents });
    if (before && isHard(before.moment)) return { ...IN_A_HARD_MOMENT, care: before };
    if (!otherConsents)
      return { summary: '', tone: 'quiet', findings: [], advice: [], care: before, silence: 'not_allowed' };
    return { ...analyseConversation(messages, reading), care: before };
  }

  /** Help in a hard moment, for everybody; null if there is none. Read locally and not stored. @throws AppError conversation_gone */
  async function help(viewerId: string, conversationId: string): Promise<WingmanCare | null> {
    const { moments, consents } = await access.readHardMoments(viewerId, conversationId);
    return care.getHelp(viewerId, moments, consents);
  }

  /** @throws AppError wingman_premium, consent_required, match_gone */
  async function modelState(viewerId: string, matchId: string): Promise<WingmanModel> {
    await access.requireAccess(viewerId);
    return modelWingman.getState(viewerId, await deps.pairs.getPair(db, viewerId, matchId));
  }

  /** What helps across all conversations. @throws AppError wingman_premium, consent_required */
  async function insights(viewerId: string): Promise<WingmanInsight[]> {
    await access.requireAccess(viewerId);
    const states = Object.values(await match.listStates(viewerId));
    const conversationIds = states.flatMap(({ conversation_id: id }) => (id ? [id] : []));
    const all = await Promise.all(conversationIds.map((id) => chat.getInsights(viewerId, id)));
    return summarizeConversations(all.filter(({ messages }) => messages > 0));
  }

  return {
    ...createQuoteEraser(core),
    forMatch: suggestions.forMatch,
    forConversation: suggestions.forConversation,
    use: suggestions.use,
    modelState,
    analysis,
    help,
    insights,
    archive: createWingmanArchive(core),
    noticeInsight: createInsightNotice(core, { ...deps, access }),
  };
}
