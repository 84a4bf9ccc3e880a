import { AppError } from '@soulsight/contract/errors';
import type { Suggestion, WingmanCare, WingmanSuggestions } from '@soulsight/contract/wingman';
import type { Core } from '../../core/core.ts';
import type { Db } from '../../core/db/types.ts';
import type { Pair } from '../match/pair-facts.service.ts';
import { chooseCare, isSafetyMatter } from './care/care.rules.ts';
import { findCountry, findHelpLines } from './care/help-lines.ts';
import type { ConversationAccess, ReadConversation } from './conversation-access.ts';
import type { LlmWingman } from './llm-wingman.ts';
import { type Advice, type Draft, suggest } from './suggesting/suggest.rules.ts';
import type { WingmanDeps } from './wingman.deps.ts';
import { deleteOtherSuggestions, insertSuggestions, listShown, markSuggestionUsed } from './wingman.store.ts';

type Parts = Pick<WingmanDeps, 'pairs' | 'subscription' | 'profile' | 'helpLines'> & {
  access: ConversationAccess;
  llmWingman: LlmWingman;
};

/** So many of a match's suggestions are remembered, so that none is shown twice. */
const REMEMBERED = 60;

/** Suggested messages. */
export function createSuggestions(
  core: Pick<Core, 'db' | 'clock' | 'vault'>,
  { pairs, subscription, profile, helpLines, access, llmWingman }: Parts,
) {
  const { db, clock, vault } = core;

  /** @throws AppError wingman_premium, consent_required, match_gone */
  async function forMatch(viewerId: string, matchId: string): Promise<WingmanSuggestions> {
    await access.requireAccess(viewerId);
    return create(viewerId, await pairs.getPair(db, viewerId, matchId));
  }

  /** @throws AppError wingman_premium, consent_required, conversation_gone */
  async function forConversation(viewerId: string, conversationId: string): Promise<WingmanSuggestions> {
    await access.requireAccess(viewerId);
    return create(viewerId, await access.getConversationPair(viewerId, conversationId));
  }

  /** Creates suggestions that were not shown before, and stores them, encrypted. */
  async function create(viewerId: string, pair: Pair): Promise<WingmanSuggestions> {
    const conversation = await access.readPair(viewerId, pair);
    const care = await getCare(viewerId, conversation);
    const isReadable = conversation.otherConsents || conversation.messages.length === 0;
    if (!isReadable) {
      const silence = care ? 'crisis' : 'not_allowed';
      return { suggestions: [], care, silence, open_question: null, source: 'local' };
    }
    const owner = { userId: viewerId, matchId: pair.match.id };
    const shown = await listShownTexts(owner);
    const local = suggest(conversation.reading, conversation.messages, conversation.context, shown);
    const byModel = care ? null : await llmWingman.suggest([viewerId, pair.otherId], conversation);
    const { suggestions, silence }: Advice = byModel ? { suggestions: byModel, silence: null } : local;
    return {
      suggestions: await store(owner, suggestions),
      care,
      silence,
      open_question: findOpenQuestion(conversation),
      source: byModel ? 'model' : 'local',
    };
  }

  /** Where the other user does not agree to analysis, only what concerns safety is read in their messages. */
  async function getCare(
    viewerId: string,
    { reading: { moment }, otherConsents }: ReadConversation,
  ): Promise<WingmanCare | null> {
    if (!moment || !(otherConsents || moment.mine || isSafetyMatter(moment.moment))) return null;
    const advice = chooseCare(moment);
    if (!advice) return null;
    const { need, ...shown } = advice;
    const help = need ? findHelpLines(helpLines, await findViewerCountry(viewerId), need) : [];
    return { moment: moment.moment, mine: moment.mine, seq: moment.seq, ...shown, help };
  }

  async function findViewerCountry(viewerId: string): Promise<string | null> {
    const [{ place }, timezone] = await Promise.all([profile.me(viewerId), profile.getTimezone(viewerId)]);
    return findCountry(helpLines, place?.name ?? null, timezone);
  }

  async function listShownTexts(owner: { userId: string; matchId: string }): Promise<string[]> {
    const rows = await listShown(db, owner, REMEMBERED);
    const sealed = rows.map(({ text }) => ({ owner: `user:${owner.userId}` as const, sealed: text }));
    return (await vault.openMany(db, sealed)).filter((text) => text !== null);
  }

  async function store(owner: { userId: string; matchId: string }, drafts: readonly Draft[]): Promise<Suggestion[]> {
    const createdAt = clock.now();
    const rows = await db.transaction(async (tx: Db) => {
      const texts = await vault.sealMany(
        tx,
        `user:${owner.userId}`,
        drafts.map(({ text }) => text),
      );
      const kept = await listShown(tx, owner, REMEMBERED - drafts.length);
      const added = await insertSuggestions(
        tx,
        drafts.map(({ kind, because }, n) => ({ ...owner, kind, because, text: texts[n] as Buffer, createdAt })),
      );
      if (added.length > 0) {
        const ids = [...kept, ...added].map(({ id }) => id);
        await deleteOtherSuggestions(tx, owner, ids);
      }
      return added;
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

  return { forMatch, forConversation, use, getCare };
}

function findOpenQuestion({
  reading: { questions, theirTurn },
}: ReadConversation): WingmanSuggestions['open_question'] {
  const open = questions.findLast(({ mine, seq }) => !mine && theirTurn.some((message) => message.seq === seq));
  return open ? { text: open.text, seq: open.seq } : null;
}
