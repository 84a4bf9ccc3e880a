import type { Message } from '@soulsight/contract/chat';
import { isFinal } from '../../../lib/api/api.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { DATA_ERRORS } from '../../../lib/errors/catalogue.ts';
import { getDataErrorMessage } from '../../../lib/errors/data-error.ts';
import { getErrorMessage } from '../../../lib/errors/messages.ts';
import type { Outgoing } from './outgoing.store.ts';

export interface HttpLinesOptions {
  post: (message: Outgoing) => Promise<Message>;
  /** Whether a message is still to be sent: the user may have discarded it. */
  isWanted: (id: string) => boolean;
  onStored: (message: Message) => void;
  /** The server will give no other answer. `reason`: a sentence for the user */
  onRefused: (message: Outgoing, reason: string, code: string | undefined) => void;
  onUnanswered: (message: Outgoing, reason: string) => void;
}

/** Sends messages over HTTP, one after the other in each conversation. The server stores a UUID once, however often it arrives. */
export interface HttpLines {
  add(message: Outgoing): void;
  has(id: string): boolean;
  /** Whether messages of a conversation are under way. */
  isOpen(conversationId: string): boolean;
  /** The messages go another way: their outcome here is no longer reported, unless they were stored. */
  clear(): void;
}

/** Resolves to why the last message did not get through, or null. */
type Line = Promise<string | null>;

interface Result {
  stuck: string | null;
  stored?: boolean;
  tell: () => void;
}
const SKIPPED: Result = { stuck: null, tell() {} };

export function createHttpLines({ post, isWanted, onStored, onRefused, onUnanswered }: HttpLinesOptions): HttpLines {
  /** The place in line of each message: one that was cleared and added again has another. */
  const places = new Map<string, symbol>();
  const lines = new Map<string, Line>();

  async function follow(message: Outgoing, place: symbol, before: Line | undefined): Line {
    const stuck = (await before) ?? null;
    if (places.get(message.id) !== place) return stuck;
    const result = isWanted(message.id) ? await tryToSend(message, stuck) : SKIPPED;
    const isHere = places.get(message.id) === place && places.delete(message.id);
    // That it was stored always counts; any other outcome only if it was not cleared meanwhile.
    if (isHere || result.stored) result.tell();
    return result === SKIPPED ? stuck : result.stuck;
  }

  /** The server numbers messages as they arrive: one must not overtake another that did not get through. */
  async function tryToSend(message: Outgoing, stuck: string | null): Promise<Result> {
    if (stuck !== null) return { stuck, tell: () => onUnanswered(message, stuck) };
    try {
      const stored = await post(message);
      return { stuck: null, stored: true, tell: () => onStored(stored) };
    } catch (error) {
      const reason = describe(error);
      if (isApiError(error) && error.status > 0 && isFinal(error.status))
        return { stuck: null, tell: () => onRefused(message, reason, error.code) };
      return { stuck: reason, tell: () => onUnanswered(message, reason) };
    }
  }

  return {
    add(message) {
      const { id, conversationId } = message;
      if (places.has(id)) return;
      const place = Symbol(id);
      places.set(id, place);
      const line = follow(message, place, lines.get(conversationId));
      lines.set(conversationId, line);
      void line.finally(() => {
        if (lines.get(conversationId) === line) lines.delete(conversationId);
      });
    },
    has: (id) => places.has(id),
    isOpen: (conversationId) => lines.has(conversationId),
    clear() {
      places.clear();
      lines.clear();
    },
  };
}

function describe(error: unknown): string {
  if (isApiError(error) && error.status > 0) return getErrorMessage(error, 'chat');
  return getDataErrorMessage(error, DATA_ERRORS.messageNetwork, getErrorMessage(error));
}
