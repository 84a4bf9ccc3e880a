import { AppError } from '@soulsight/contract/errors';
import type { WingmanSuggestions } from '@soulsight/contract/wingman';
import type { Core } from '../../core/core.ts';
import type { Pair } from '../match/pair-facts.service.ts';
import type { CareFinder } from './care/find-care.ts';
import type { ConversationAccess } from './conversation-access.ts';
import type { ModelAnswer, ModelWingman } from './model/model-wingman.ts';
import { findOpenQuestion } from './reading/conversation-reading.rules.ts';
import { type Advice, suggest } from './suggesting/suggest.rules.ts';
import { createSuggestionMemory } from './suggestion-memory.ts';
import type { WingmanDeps } from './wingman.deps.ts';
import { markSuggestionUsed } from './wingman.store.ts';

type SuggestionRequest = { request_id?: string | undefined; wait?: boolean | undefined };

type Parts = Pick<WingmanDeps, 'pairs' | 'subscription'> & {
  access: ConversationAccess;
  getCare: CareFinder;
  modelWingman: ModelWingman;
};

const NO_MODEL: ModelAnswer = { suggestions: null, pending: false };

/** Suggested messages. */
export function createSuggestions(
  core: Pick<Core, 'db' | 'clock' | 'vault'>,
  { pairs, subscription, getCare, access, modelWingman }: Parts,
) {
  const { db, clock, vault } = core;
  const memory = createSuggestionMemory(core);

  /** @throws AppError wingman_premium, consent_required, match_gone */
  async function forMatch(
    viewerId: string,
    matchId: string,
    request: SuggestionRequest = {},
  ): Promise<WingmanSuggestions> {
    await access.requireAccess(viewerId);
    return create(viewerId, await pairs.getPair(db, viewerId, matchId), request);
  }

  /** @throws AppError wingman_premium, consent_required, conversation_gone */
  async function forConversation(
    viewerId: string,
    conversationId: string,
    request: SuggestionRequest = {},
  ): Promise<WingmanSuggestions> {
    await access.requireAccess(viewerId);
    return create(viewerId, await access.getConversationPair(viewerId, conversationId), request);
  }

  /** Creates suggestions that were not shown before, and stores them, encrypted. */
  async function create(
    viewerId: string,
    pair: Pair,
    { request_id, wait = false }: SuggestionRequest,
  ): Promise<WingmanSuggestions> {
    const conversation = await access.readPair(viewerId, pair);
    const care = await getCare(viewerId, conversation);
    const isReadable = conversation.otherConsents || conversation.messages.length === 0;
    if (!isReadable) {
      const silence = care ? 'crisis' : 'not_allowed';
      return { suggestions: [], care, silence, open_question: null, source: 'local', pending: false };
    }
    const owner = { userId: viewerId, matchId: pair.match.id };
    const shown = await memory.listTexts(owner);
    const model = care
      ? NO_MODEL
      : await modelWingman.suggest({ viewerId, pair, requestId: request_id, wait }, conversation);
    const fromModel = model.suggestions?.filter(({ text }) => !shown.includes(text)) ?? [];
    const isModel = fromModel.length > 0;
    // A client that waits for the model shows the local lines already.
    const local: Advice =
      wait && !isModel
        ? { suggestions: [], silence: 'all_shown' }
        : suggest(conversation.reading, conversation.messages, conversation.context, shown);
    const open = findOpenQuestion(conversation.reading);
    return {
      suggestions: await memory.add(owner, isModel ? fromModel : local.suggestions),
      care,
      silence: isModel ? null : local.silence,
      open_question: open ? { text: open.text, seq: open.seq } : null,
      source: isModel ? 'model' : 'local',
      pending: model.pending,
    };
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
