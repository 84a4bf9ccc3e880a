import type { Message } from '@soulsight/contract/chat';
import { useEffect, useEffectEvent, useState } from 'react';
import { CHAT_COPY } from '../chat.copy.ts';
import { useChatService } from '../chat-provider.tsx';
import type { Entry } from './timeline.rules.ts';

export interface AnnouncerProps {
  conversationId: string;
  name: string;
  typing: boolean;
  /** What is in the thread: a message that was deleted is not announced any longer. */
  entries: readonly Pick<Entry, 'id' | 'deleted'>[];
}

/** Several, so that messages that come together are all read, and one that says the same as the one before, too. */
const KEPT = 5;

/** Announces new messages of the open conversation to screen readers. */
export function Announcer({ conversationId, name, typing, entries }: AnnouncerProps) {
  const service = useChatService();
  // With the name of that moment: a name that is revealed later would have the message read again.
  const [said, setSaid] = useState<{ id: string; text: string }[]>([]);
  const deleted = new Set(entries.filter((entry) => entry.deleted).map(({ id }) => id));
  const say = useEffectEvent(({ id, conversation_id, content }: Message) => {
    if (conversation_id !== conversationId) return;
    setSaid((before) => [...before, { id, text: `${name}: ${content}` }].slice(-KEPT));
  });
  useEffect(() => service?.onArrival((message) => say(message)), [service]);
  return (
    <>
      <div role="log" aria-live="polite" aria-label="New messages" className="sr-only">
        {said.map(({ id, text }) => !deleted.has(id) && <p key={id}>{text}</p>)}
      </div>
      <p role="status" className="sr-only">
        {typing ? `${name} ${CHAT_COPY.typing}` : ''}
      </p>
    </>
  );
}
