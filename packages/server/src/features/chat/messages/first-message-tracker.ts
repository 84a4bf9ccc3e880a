import { FIRST_MESSAGES, isEarlyConversation } from './message-filter.rules.ts';

const TRACKED_MAX = 20_000;

/**
 * Talks that are past their first messages, as far as this process has seen it: they never go back, and what is written in
 * them need not be read for what first messages must not carry.
 */
export function createFirstMessageTracker() {
  /** How many messages of each member were seen, up to as many as it takes. */
  const seen = new Map<string, Map<string, number>>();
  return {
    isPast(conversationId: string): boolean {
      const [mine = 0, theirs = 0] = seen.get(conversationId)?.values() ?? [];
      return !isEarlyConversation(mine, theirs);
    },
    /** A message is stored for good. */
    record({ conversationId, senderId }: { conversationId: string; senderId: string }): void {
      const counts = seen.get(conversationId) ?? new Map<string, number>();
      const count = counts.get(senderId) ?? 0;
      if (count >= FIRST_MESSAGES) return;
      seen.set(conversationId, counts.set(senderId, count + 1));
      if (seen.size > TRACKED_MAX) seen.delete(seen.keys().next().value ?? '');
    },
  };
}
