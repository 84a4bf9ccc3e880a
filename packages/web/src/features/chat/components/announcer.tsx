import type { Message } from '@soulsight/contract/chat';
import { useEffect, useEffectEvent, useState } from 'react';
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
  // With the name of that moment: a name that is revealed later would have the message read again.
  const [said, setSaid] = useState<{ id: string; text: string } | null>(null);
  const isDeleted = entries.some(({ id, deleted }) => deleted && id === said?.id);
  const say = useEffectEvent(({ id, conversation_id, content }: Message) => {
    if (conversation_id === conversationId) setSaid({ id, text: `${name}: ${content}` });
  });
  useEffect(() => service?.onArrival((message) => say(message)), [service]);
  return (
    <>
      <p role="log" aria-live="polite" aria-label="New messages" className="sr-only">
        {!isDeleted && said?.text}
      </p>
      <p role="status" className="sr-only">
        {typing ? `${name} ${CHAT_COPY.typing}` : ''}
      </p>
    </>
  );
}
