/**
 * What somebody has hidden in this window: the number of the message that it was about, by user and conversation. It is kept
 * nowhere else, so that nobody finds it in the browser's storage.
 */
const hidden = new Map<string, number>();

const toKey = (userId: string, conversationId: string) => `${userId} ${conversationId}`;

/** Whether help about this message was hidden; a later message brings it back. */
export function isHelpHidden(userId: string, conversationId: string, seq: number): boolean {
  return seq <= (hidden.get(toKey(userId, conversationId)) ?? 0);
}

export function hideHelp(userId: string, conversationId: string, seq: number): void {
  hidden.set(toKey(userId, conversationId), seq);
}
