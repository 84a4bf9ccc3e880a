import type { Message } from '@soulsight/contract/chat';
import { isFinal } from '../../lib/api/api.ts';
import { isApiError } from '../../lib/api/api-error.ts';
import { DATA_ERRORS } from '../../lib/errors/catalogue.ts';
import { getDataErrorMessage } from '../../lib/errors/data-error.ts';
import { getErrorMessage } from '../../lib/errors/messages.ts';
import type { Outgoing } from './outgoing.store.ts';

export interface HttpLinesOptions {
  post: (message: Outgoing) => Promise<Message>;
  /** Whether a message is still to be sent: the user may have discarded it. */
  isWanted: (id: string) => boolean;
  onStored: (message: Message) => void;
  /** The server will give no other answer. `reason`: a sentence for the user */
  onRefused: (message: Outgoing, reason: string) => void;
  onUnanswered: (message: Outgoing, reason: string) => void;
}

/** Sends messages over HTTP, one after the other in each conversation. The server stores a UUID once, however often it arrives. */
export interface HttpLines {
  add(message: Outgoing): void;
  has(id: string): boolean;
  /** Whether messages of a conversation are under way. */
  isOpen(conversationId: string): boolean;
  /** The messages go another way: what becomes of them here is no longer told, unless they were stored. */
  clear(): void;
}

/** Resolves to why the last message did not get through, or null. */
type Line = Promise<string | null>;

export function createHttpLines({ post, isWanted, onStored, onRefused, onUnanswered }: HttpLinesOptions): HttpLines {
  const ids = new Set<string>();
  const lines = new Map<string, Line>();

  async function follow(message: Outgoing, before: Line | undefined): Line {
    const stuck = (await before) ?? null;
    const { id } = message;
    const isMine = ids.has(id) && isWanted(id);
    try {
      // The server numbers messages as they arrive: one must not overtake another that did not get through.
      if (isMine && stuck === null) onStored(await post(message));
      else if (isMine && stuck !== null) fail(message, stuck, onUnanswered);
      return stuck;
    } catch (error) {
      const isRefused = isApiError(error) && error.status > 0 && isFinal(error.status);
      const reason = describe(error);
      fail(message, reason, isRefused ? onRefused : onUnanswered);
      return isRefused ? null : reason;
    } finally {
      ids.delete(id);
    }
  }

  function fail(message: Outgoing, reason: string, tell: HttpLinesOptions['onRefused']): void {
    if (ids.delete(message.id)) tell(message, reason);
  }

  return {
    add(message) {
      const { id, conversationId } = message;
      if (ids.has(id)) return;
      ids.add(id);
      const line = follow(message, lines.get(conversationId));
      lines.set(conversationId, line);
      void line.finally(() => {
        if (lines.get(conversationId) === line) lines.delete(conversationId);
      });
    },
    has: (id) => ids.has(id),
    isOpen: (conversationId) => lines.has(conversationId),
    clear() {
      ids.clear();
      lines.clear();
    },
  };
}

function describe(error: unknown): string {
  if (isApiError(error) && error.status > 0) return getErrorMessage(error, 'chat');
  return getDataErrorMessage(error, DATA_ERRORS.messageNetwork, getErrorMessage(error));
}
