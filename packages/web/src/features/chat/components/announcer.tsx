import { useEffect, useState } from 'react';
import { CHAT_COPY } from '../chat.copy.ts';
import { useChatService } from '../chat-provider.tsx';

export interface AnnouncerProps {
  conversationId: string;
  name: string;
  typing: boolean;
}

/** Announces new messages of the open conversation to screen readers. */
export function Announcer({ conversationId, name, typing }: AnnouncerProps) {
  const service = useChatService();
  const [said, setSaid] = useState('');
  useEffect(
    () =>
      service?.onArrival((message) => {
        if (message.conversation_id === conversationId) setSaid(`${name}: ${message.content}`);
      }),
    [service, conversationId, name],
  );
  return (
    <>
      <p role="log" aria-live="polite" aria-label="New messages" className="sr-only">
        {said}
      </p>
      <p role="status" className="sr-only">
        {typing ? `${name} ${CHAT_COPY.typing}` : ''}
      </p>
    </>
  );
}
