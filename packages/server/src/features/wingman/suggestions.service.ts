import { AppError } from '@soulsight/contract/errors';
import type { Suggestion } from '@soulsight/contract/wingman';
import type { Core } from '../../core/core.ts';
import type { Pair } from '../match/pair-facts.service.ts';
import type { ConversationAccess } from './conversation-access.ts';
import type { LlmWingman } from './llm-wingman.ts';
import { suggest } from './suggestion.rules.ts';
import type { WingmanDeps } from './wingman.deps.ts';
import { markSuggestionUsed, replaceSuggestions } from './wingman.store.ts';

type Parts = Pick<WingmanDeps, 'pairs' | 'subscription'> & { access: ConversationAccess; llmWingman: LlmWingman };

/** Suggested messages. */
export function createSuggestions(
  { db, clock, vault }: Pick<Core, 'db' | 'clock' | 'vault'>,
  { pairs, subscription, access, llmWingman }: Parts,
) {
  /** @throws AppError wingman_premium, consent_required, match_gone */
  async function forMatch(viewerId: string, matchId: string): Promise<Suggestion[]> {
    await access.requireAccess(viewerId);
    return create(viewerId, await pairs.getPair(db, viewerId, matchId));
  }

  /** @throws AppError wingman_premium, consent_required, conversation_gone */
  async function forConversation(viewerId: string, conversationId: string): Promise<Suggestion[]> {
    await access.requireAccess(viewerId);
    return create(viewerId, await access.getConversationPair(viewerId, conversationId));
  }

  /** Creates suggestions and stores them, encrypted, in place of the unused ones. */
  async function create(viewerId: string, pair: Pair): Promise<Suggestion[]> {
    const conversation = await access.loadConversation(viewerId, pair);
    const drafts = (await llmWingman.suggest([viewerId, pair.otherId], conversation)) ?? suggest(conversation);
    const owner = { userId: viewerId, matchId: pair.match.id };
    const createdAt = clock.now();
    const rows = await db.transaction(async (tx) => {
      const texts = await vault.sealMany(
        tx,
        `user:${viewerId}`,
        drafts.map(({ text }) => text),
      );
      return replaceSuggestions(
        tx,
        owner,
        drafts.map(({ kind, because }, n) => ({ ...owner, kind, because, text: texts[n] as Buffer, createdAt })),
      );
    });
    return rows.map(({ id, kind, because }, n) => ({ id, kind, because, text: drafts[n]?.text ?? '' }));
  }

  /** The text of a suggestion, for the input box; nothing is sent. @throws AppError wingman_premium, match_gone, not_found */
  async function use(viewerId: string, matchId: string, suggestionId: string): Promise<string> {
    await subscription.requirePremium(viewerId, 'wingman_premium');
    await pairs.getPair(db, viewerId, matchId);
    const row = await markSuggestionUsed(db, { id: suggestionId, userId: viewerId, matchId, at: clock.now() });
    if (!row) throw new AppError('not_found', 'This suggestion is no longer available. Ask for new ones.');
    return vault.open(db, `user:${viewerId}`, row.text);
  }

  return { forMatch, forConversation, use };
}
