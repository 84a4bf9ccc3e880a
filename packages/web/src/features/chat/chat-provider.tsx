import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { getTab } from '../../lib/browser/tab.ts';
import { REALTIME_MESSAGES } from '../../lib/errors/catalogue.ts';
import { systemClock } from '../../lib/realtime/clock.ts';
import { useRealtime } from '../../lib/realtime/realtime-context.ts';
import { useSession } from '../../lib/session/session.ts';
import { toast } from '../../lib/toast.ts';
import { type ChatService, createChatService } from './chat.service.ts';

const QUEUED_TOAST = 'chat-queued';

const ChatContext = createContext<ChatService | null>(null);

/** Runs the chat service of the signed-in user on every screen. */
export function ChatProvider({ children }: { children: ReactNode }) {
  const session = useSession();
  const userId = session.status === 'signed_in' ? session.user.id : null;
  const realtime = useRealtime();
  const queries = useQueryClient();
  const [service, setService] = useState<ChatService | null>(null);

  useEffect(() => {
    if (!userId) return;
    const made = createChatService({
      userId,
      realtime,
      queries,
      storage: window.localStorage,
      tab: getTab(),
      clock: systemClock,
      onQueued: () => toast.offlineWait(REALTIME_MESSAGES.queued, { id: QUEUED_TOAST }),
      onConnected: () => toast.dismiss(QUEUED_TOAST),
    });
    setService(made);
    return () => {
      made.stop();
      setService(null);
    };
  }, [userId, realtime, queries]);

  return <ChatContext value={service}>{children}</ChatContext>;
}

/** The chat service of the signed-in user; null before it is created. */
export function useChatService(): ChatService | null {
  return useContext(ChatContext);
}
