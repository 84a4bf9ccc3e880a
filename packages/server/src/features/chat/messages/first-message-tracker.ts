import { LRUCache } from 'lru-cache';
import { FIRST_MESSAGES, isEarlyConversation } from './message-filter.rules.ts';

const TRACKED_MAX = 20_000;

/**
 * Remembers which conversations are past their first messages, as far as this process has seen. Such a conversation never
 * goes back, so its messages need no filtering.
 */
export function createFirstMessageTracker() {
  /** Messages seen of each member, counted up to `FIRST_MESSAGES`. */
  const seen = new LRUCache<string, Map<string, number>>({ max: TRACKED_MAX });
  return {
    isPast(conversationId: string): boolean {
      const [mine = 0, theirs = 0] = seen.get(conversationId)?.values() ?? [];
      return !isEarlyConversation(mine, theirs);
    },
    /** Call for committed messages only. */
    record({ conversationId, senderId }: { conversationId: string; senderId: string }): void {
      const counts = seen.get(conversationId) ?? new Map<string, number>();
      const count = counts.get(senderId) ?? 0;
      if (count < FIRST_MESSAGES) seen.set(conversationId, counts.set(senderId, count + 1));
    },
  };
}
export type FirstMessageTracker = ReturnType<typeof createFirstMessageTracker>;
