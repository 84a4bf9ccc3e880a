import type { Conversation } from '@soulsight/contract/chat';
import { useState } from 'react';

/** The first unread message when the conversation was opened. It does not change while the user reads. */
export function useUnreadFrom(
  conversation: Conversation,
  messages: readonly { seq: number; sender_id: string }[] | undefined,
) {
  const [from, setFrom] = useState<{ id: string; seq: number | null } | null>(null);
  if (messages && from?.id !== conversation.id) {
    const theirs = messages.filter((message) => message.sender_id === conversation.person.id);
    const seq = conversation.unread > 0 ? (theirs.at(-conversation.unread)?.seq ?? null) : null;
    setFrom({ id: conversation.id, seq });
  }
  return from?.id === conversation.id ? from.seq : null;
}
