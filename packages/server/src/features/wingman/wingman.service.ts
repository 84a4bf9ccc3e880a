import type { Core } from '../../core/core.ts';
import { type Analysis, analyseConversation } from './analysis.rules.ts';
import { createConversationAccess } from './conversation-access.ts';
import { summarizeConversations, type WingmanInsight } from './insight.rules.ts';
import { createInsightNotice } from './insight-notice.ts';
import { createLlmWingman } from './llm-wingman.ts';
import { VULNERABLE_FROM } from './suggestion.rules.ts';
import { createSuggestions } from './suggestions.service.ts';
import type { WingmanDeps } from './wingman.deps.ts';
import { listSuggestions } from './wingman.store.ts';

export type WingmanService = ReturnType<typeof createWingmanService>;

/** Suggestions and advice for the conversations of premium users who consent to analysis. */
export function createWingmanService(core: Pick<Core, 'db' | 'clock' | 'vault' | 'outbox' | 'log'>, deps: WingmanDeps) {
  const { db, vault } = core;
  const { match, chat } = deps;
  const access = createConversationAccess(core, deps);
  const llmWingman = createLlmWingman(core, deps);

  /** How a conversation goes. @throws AppError wingman_premium, consent_required, conversation_gone */
  async function analysis(viewerId: string, conversationId: string): Promise<Analysis> {
    await access.requireAccess(viewerId);
    const pair = await access.getConversationPair(viewerId, conversationId);
    const conversation = await access.loadConversation(viewerId, pair);
    const byLlm = await llmWingman.analyse([viewerId, pair.otherId], conversation);
    if (byLlm) return byLlm;
    const { messages, balance, depth } = await chat.getInsights(viewerId, conversationId);
    const tones = conversation.messages.map(({ features }) => features.emotional_tone);
    return analyseConversation({
      messages,
      balance,
      depth,
      tone: tones.length === 0 ? 0 : tones.reduce((sum, tone) => sum + tone, 0) / tones.length,
      questions: conversation.messages.filter(({ mine, features }) => mine && features.is_question).length,
      theyOpenedUp: conversation.messages.some(
        ({ mine, features }) => !mine && features.vulnerability >= VULNERABLE_FROM,
      ),
    });
  }

  /** What helps across all conversations. @throws AppError wingman_premium, consent_required */
  async function insights(viewerId: string): Promise<WingmanInsight[]> {
    await access.requireAccess(viewerId);
    const states = Object.values(await match.listStates(viewerId));
    const conversationIds = states.flatMap(({ conversation_id: id }) => (id ? [id] : []));
    const all = await Promise.all(conversationIds.map((id) => chat.getInsights(viewerId, id)));
    return summarizeConversations(all.filter(({ messages }) => messages > 0));
  }

  /** All stored suggestions of the user, decrypted, for their data export. */
  async function archive(userId: string) {
    const rows = await listSuggestions(db, userId);
    const owner = `user:${userId}` as const;
    const texts = await vault.openMany(
      db,
      rows.map(({ text }) => ({ owner, sealed: text })),
    );
    return rows.map(({ kind, because, usedAt, createdAt }, n) => ({
      kind,
      text: texts[n],
      because,
      used_at: usedAt,
      at: createdAt,
    }));
  }

  return {
    ...createSuggestions(core, { ...deps, access, llmWingman }),
    analysis,
    insights,
    archive,
    noticeInsight: createInsightNotice(core, { ...deps, access }),
  };
}
