import type { Message } from '@soulsight/contract/chat';
import { useEffect } from 'react';
import { useChatService } from './chat-provider.tsx';

/** Marks what is looked at as read, while the page is looked at; and tells which conversation is open. */
export function useReading(conversationId: string, messages: readonly Message[] | undefined, atNewest: boolean): void {
  const service = useChatService();
  const lastOfOther = messages?.findLast((message) => message.sender_id !== service?.userId);

  useEffect(() => {
    if (!service) return;
    const update = () => service.setOpen(isLookedAt() ? conversationId : null);
    update();
    const stop = onLook(update);
    return () => {
      stop();
      service.setOpen(null);
    };
  }, [service, conversationId]);

  useEffect(() => {
    if (!service || !lastOfOther || !atNewest) return;
    const read = () => isLookedAt() && service.read(lastOfOther);
    read();
    return onLook(read);
  }, [service, lastOfOther, atNewest]);
}

function isLookedAt(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

function onLook(callback: () => void): () => void {
  window.addEventListener('focus', callback);
  window.addEventListener('blur', callback);
  document.addEventListener('visibilitychange', callback);
  return () => {
    window.removeEventListener('focus', callback);
    window.removeEventListener('blur', callback);
    document.removeEventListener('visibilitychange', callback);
  };
}
