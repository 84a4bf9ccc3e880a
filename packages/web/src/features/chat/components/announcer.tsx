import type { Message } from '@soulsight/contract/chat';
import { useEffect, useState } from 'react';
import { CHAT_COPY } from '../chat.copy.ts';
import { useChatService } from '../chat-provider.tsx';
import type { Entry } from '../timeline.rules.ts';

export interface AnnouncerProps {
  conversationId: string;
  name: string;
  typing: boolean;
  /** What is in the thread: a message that was deleted is not announced any longer. */
  entries: readonly Pick<Entry, 'id' | 'deleted'>[];
}

/** Announces new messages of the open conversation to screen readers. */
export function Announcer({ conversationId, name, typing, entries }: AnnouncerProps) {
  const service = useChatService();
  const [said, setSaid] = useState<Message | null>(null);
  const isDeleted = entries.some(({ id, deleted }) => deleted && id === said?.id);
  useEffect(
    () =>
      service?.onArrival((message) => {
        if (message.conversation_id === conversationId) setSaid(message);
      }),
    [service, conversationId],
  );
  return (
    <>
      <p role="log" aria-live="polite" aria-label="New messages" className="sr-only">
        {said && !isDeleted && `${name}: ${said.content}`}
      </p>
      <p role="status" className="sr-only">
        {typing ? `${name} ${CHAT_COPY.typing}` : ''}
      </p>
    </>
  );
}
