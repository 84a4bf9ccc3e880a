import { LRUCache } from 'lru-cache';
import { FIRST_MESSAGES, isEarlyConversation } from './message-filter.rules.ts';

const TRACKED_MAX = 20_000;
const PAST = 'past';

/**
 * Remembers which conversations are past their first messages, as far as this process has seen. Such a conversation never
 * goes back, so its messages need no filtering.
 */
export function createFirstMessageTracker() {
  /** Messages seen of each member, counted up to `FIRST_MESSAGES`. */
  const seen = new LRUCache<string, Map<string, number> | typeof PAST>({ max: TRACKED_MAX });
  return {
    isPast(conversationId: string): boolean {
      return seen.get(conversationId) === PAST;
    },
    /** Call for committed messages only. */
    record({ conversationId, senderId }: { conversationId: string; senderId: string }): void {
      const counts = seen.get(conversationId) ?? new Map<string, number>();
      if (counts === PAST) return;
      counts.set(senderId, Math.min(FIRST_MESSAGES, (counts.get(senderId) ?? 0) + 1));
      const [one = 0, other = 0] = counts.values();
      seen.set(conversationId, isEarlyConversation(one, other) ? counts : PAST);
    },
  };
}
export type FirstMessageTracker = ReturnType<typeof createFirstMessageTracker>;
