import type { Message } from '@soulsight/contract/chat';
import { useEffect } from 'react';
import { useSignedIn } from '../../../lib/session/session.ts';
import { useChatService } from '../chat-provider.tsx';

/** Marks messages as read while the page has focus, and tells the service which conversation is open at its end. */
export function useReadReceipts(
  conversationId: string,
  messages: readonly Message[] | undefined,
  atNewest: boolean,
): void {
  const service = useChatService();
  const me = useSignedIn().user.id;
  const lastOfOther = messages?.findLast((message) => message.sender_id !== me);

  useEffect(() => {
    if (!service) return;
    // What arrives while the user reads older messages is unread.
    const update = () => service.setOpenConversation(isPageActive() && atNewest ? conversationId : null);
    update();
    const stop = onPageActivity(update);
    return () => {
      stop();
      service.setOpenConversation(null);
    };
  }, [service, conversationId, atNewest]);

  useEffect(() => {
    if (!service || !lastOfOther || !atNewest) return;
    const read = () => isPageActive() && service.markRead(lastOfOther);
    read();
    return onPageActivity(read);
  }, [service, lastOfOther, atNewest]);
}

function isPageActive(): boolean {
  return document.visibilityState === 'visible' && document.hasFocus();
}

function onPageActivity(callback: () => void): () => void {
  window.addEventListener('focus', callback);
  window.addEventListener('blur', callback);
  document.addEventListener('visibilitychange', callback);
  return () => {
    window.removeEventListener('focus', callback);
    window.removeEventListener('blur', callback);
    document.removeEventListener('visibilitychange', callback);
  };
}
