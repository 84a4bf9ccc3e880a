import { useEffect } from 'react';
import { useNotSentMessages, useUnreadMessages } from '../../features/chat/chat.hooks.ts';
import { useUnreadCount } from '../../features/notifications/notifications.hooks.ts';
import { setTitleCount } from '../../lib/hooks/use-title.ts';
import { useAccount } from '../use-account.ts';

/** The number on Messages: what is unread and what was not sent, and both in words. */
export function useMessagesCount(): { count: number; label: string } {
  const isVerified = useAccount().isVerified === true;
  const unread = useUnreadMessages(isVerified);
  const notSent = useNotSentMessages();
  const words = [unread > 0 && `${unread} unread`, notSent > 0 && `${notSent} not sent`];
  return { count: unread + notSent, label: words.filter(Boolean).join(', ') };
}

/**
 * Keeps the number in the tab's title and on the app's icon. A conversation has one notification but may have several unread
 * messages, so the larger of the two numbers is shown.
 */
export function useUnreadEverywhere(): void {
  const count = Math.max(useUnreadCount(), useMessagesCount().count);
  useEffect(() => {
    setTitleCount(count);
    // Without permission for notifications some browsers refuse the badge.
    navigator.setAppBadge?.(count).catch(() => {});
  }, [count]);
  useEffect(
    () => () => {
      setTitleCount(0);
      navigator.clearAppBadge?.().catch(() => {});
    },
    [],
  );
}
