import { AppError } from '@soulsight/contract/errors';
import type { WingmanSuggestions } from '@soulsight/contract/wingman';
import type { Core } from '../../core/core.ts';
import type { Pair } from '../match/pair-facts.service.ts';
import { type BasisCheck, toBasis } from './basis.ts';
import type { CareFinder } from './care/find-care.ts';
import type { ConversationAccess, ReadConversation } from './conversation-access.ts';
import type { ModelAnswer, ModelWingman } from './model/model-wingman.ts';
import type { Written } from './model/written.ts';
import { type AskedQuestion, findOpenQuestion, type ReadMessage } from './reading/conversation-reading.rules.ts';
import { type Advice, suggest } from './suggesting/suggest.rules.ts';
import { createSuggestionMemory, type ShownLines } from './suggestion-memory.ts';
import type { WingmanDeps } from './wingman.deps.ts';
import { markSuggestionUsed } from './wingman.store.ts';

type SuggestionRequest = {
  request_id?: string | undefined;
  wait?: boolean | undefined;
  again?: boolean | undefined;
};

type Parts = Pick<WingmanDeps, 'pairs' | 'subscription'> & {
  access: ConversationAccess;
  care: CareFinder;
  modelWingman: ModelWingman;
  isCurrent: BasisCheck;
};

/** How often a conversation is read again because something that was read was erased before the suggestions were stored. */
const READS_MAX = 3;
const NOT_ASKED: ModelAnswer = { written: null, pending: false };
const ALL_SHOWN: Advice = { suggestions: [], silence: 'all_shown' };
const NOTHING = {
  suggestions: [],
  language: null,
  open_question: null,
  source: 'local',
  pending: false,
} as const satisfies Partial<WingmanSuggestions>;

/** Suggested messages. */
export function createSuggestions(
  core: Pick<Core, 'db' | 'clock' | 'vault'>,
  { pairs, subscription, care: careFinder, access, modelWingman, isCurrent }: Parts,
) {
  const { db, clock, vault } = core;
  const memory = createSuggestionMemory(core, { isCurrent });

  /** @throws AppError wingman_premium, consent_required, match_gone */
  async function forMatch(
    viewerId: string,
    matchId: string,
    request: SuggestionRequest = {},
  ): Promise<WingmanSuggestions> {
    return retryUntilCurrent(viewerId, () => pairs.getPair(db, viewerId, matchId), request);
  }

  /** @throws AppError wingman_premium, consent_required, conversation_gone */
  async function forConversation(
    viewerId: string,
    conversationId: string,
    request: SuggestionRequest = {},
  ): Promise<WingmanSuggestions> {
    return retryUntilCurrent(viewerId, () => access.getConversationPair(viewerId, conversationId), request);
  }

  async function retryUntilCurrent(
    viewerId: string,
    getPair: () => Promise<Pair>,
    request: SuggestionRequest,
  ): Promise<WingmanSuggestions> {
    for (let reads = 0; reads < READS_MAX; reads += 1) {
      await access.requireAccess(viewerId);
      // The model is asked only once: its lines are based on the first reading.
      const made = await create(viewerId, await getPair(), request, { usesModel: reads === 0 });
      if (made) return made;
    }
    throw new AppError('unavailable');
  }

  /**
   * Suggestions for this moment, stored encrypted; with `again` only those that were not shown before. Null if something that was
   * read has been erased since.
   */
  async function create(
    viewerId: string,
    pair: Pair,
    { request_id, wait = false, again = false }: SuggestionRequest,
    { usesModel }: { usesModel: boolean },
  ): Promise<WingmanSuggestions | null> {
    const conversation = await access.readPair(viewerId, pair);
    const { messages, reading, otherConsents } = conversation;
    const care = await careFinder.getCare(viewerId, reading.moments, { viewer: true, other: otherConsents });
    const isReadable = otherConsents || messages.length === 0;
    if (!isReadable) return { ...NOTHING, care, silence: care ? 'crisis' : 'not_allowed' };
    const owner = { userId: viewerId, matchId: pair.match.id };
    const stored = await memory.list(owner);
    const shown = withoutOwnRequest(stored, request_id);
    const asked = { viewerId, pair, requestId: request_id, wait };
    // An open panel requests suggestions after each message. While the user waits for a reply, only the button asks the model.
    const isWaiting = reading.last?.mine === true && !again;
    const isAsked = reading.moment === null && usesModel && !isWaiting;
    const model = isAsked ? await modelWingman.suggest(asked, conversation) : NOT_ASKED;
    const written = withoutShownLines(model.written, shown);
    // A client that waits for the model shows the local lines already.
    const local = wait && !written ? ALL_SHOWN : suggestLocally(conversation, shown, again);
    const chosen = written ?? { drafts: local.suggestions, basis: toBasis(viewerId, pair, conversation, false) };
    const suggestions = await memory.add({ ...owner, requestId: request_id }, chosen, stored);
    if (suggestions === null) return null;
    return {
      suggestions,
      care,
      silence: written ? null : local.silence,
      language: reading.language,
      open_question: presentQuestion(findOpenQuestion(reading)),
      source: written ? 'model' : 'local',
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

/** A client repeats a request whose response was lost, so the user has not seen the lines of that request. */
function withoutOwnRequest(shown: ShownLines, requestId: string | undefined): ShownLines {
  return requestId ? new Map([...shown].filter(([, line]) => line.requestId !== requestId)) : shown;
}

/** Null if the model wrote nothing new. */
function withoutShownLines(written: Written | null, shown: ShownLines): Written | null {
  const drafts = written?.drafts.filter(({ text }) => !shown.has(text)) ?? [];
  return written && drafts.length > 0 ? { ...written, drafts } : null;
}

function suggestLocally({ reading, messages, context }: ReadConversation, shown: ShownLines, again: boolean): Advice {
  const excluded = again ? [...shown.keys()] : listShownEarlier(shown, reading.last);
  return suggest(reading, messages, context, excluded);
}

/** Lines that were shown before the last message. Those for this moment are shown again, for instance on another device. */
function listShownEarlier(shown: ShownLines, last: ReadMessage | null): string[] {
  return last ? [...shown].flatMap(([text, { createdAt }]) => (createdAt > last.at ? [] : [text])) : [];
}

function presentQuestion(question: AskedQuestion | undefined): WingmanSuggestions['open_question'] {
  return question ? { text: question.text, seq: question.seq } : null;
}
