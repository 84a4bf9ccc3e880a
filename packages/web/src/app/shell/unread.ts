import { useEffect } from 'react';
import { useUnreadMessages } from '../../features/chat/chat.hooks.ts';
import { useUnreadCount } from '../../features/notifications/notifications.hooks.ts';
import { setTitleCount } from '../../lib/hooks/use-title.ts';
import { useAccount } from '../use-account.ts';

/** The number on Messages. */
export function useMessagesCount(): number {
  return useUnreadMessages(useAccount().isVerified === true);
}

/**
 * Keeps the number in the tab's title and on the app's icon. A conversation has one notification but may have several unread
 * messages, so the larger of the two numbers is shown.
 */
export function useUnreadEverywhere(): void {
  const count = Math.max(useUnreadCount(), useMessagesCount());
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
