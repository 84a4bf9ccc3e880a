import type { Notification } from '@soulsight/contract/notifications';
import { cx } from 'class-variance-authority';
import { formatDay, formatRelativeTime } from '../../../lib/format.ts';
import { Aura } from '../../../ui/aura/aura.tsx';
import { WELCOME_AURA } from '../../../ui/aura/welcome-aura.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { KIND_DISPLAY } from '../notification-kinds.ts';
import { useMarkRead, useNotifications } from '../notifications.hooks.ts';

/** Notifications by day, newest first. Opening one marks it as read. */
export function NotificationList() {
  const list = useNotifications();
  const read = useMarkRead();
  if (list.isPending) return <TextSkeleton lines={8} />;
  if (list.isError && list.notifications.length === 0) {
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (list.notifications.length === 0) return <NoNotifications />;
  return (
    <div className="flex flex-col gap-6">
      {[...Map.groupBy(list.notifications, ({ created_at }) => formatDay(created_at))].map(([day, notifications]) => (
        <section key={day} className="flex flex-col gap-2">
          <h2 className="px-1 text-sm text-ink-faint">{day}</h2>
          <ul className="flex flex-col gap-1">
            {notifications.map((notification) => (
              <Row
                key={notification.id}
                notification={notification}
                onOpen={() => !notification.read && read.mutate(notification.id)}
              />
            ))}
          </ul>
        </section>
      ))}
      {list.hasNextPage && (
        <Button variant="ghost" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </div>
  );
}

function NoNotifications() {
  return (
    <EmptyState art={<Aura aura={WELCOME_AURA} size={132} />} title="All quiet">
      When someone says yes, writes to you or wants to reveal more, you'll see it here.
    </EmptyState>
  );
}

function Row({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { Icon } = KIND_DISPLAY[notification.kind];
  return (
    <li>
      <Link
        to={notification.href}
        onClick={onOpen}
        className={cx(
          'flex items-start gap-4 rounded-lg px-4 py-4 transition hover:bg-raised',
          !notification.read && 'bg-surface',
        )}
      >
        <span
          className={cx(
            'grid size-11 shrink-0 place-items-center rounded-full',
            notification.read ? 'bg-raised text-ink-faint' : 'bg-accent-soft text-accent-text',
          )}
        >
          <Icon aria-hidden className="size-5" strokeWidth={1.7} />
        </span>
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className={cx(!notification.read && 'font-semibold')}>
            {notification.title}
            {!notification.read && <span className="sr-only"> (unread)</span>}
          </span>
          <span className="text-sm text-ink-soft">{notification.body}</span>
          <time dateTime={notification.created_at} className="text-xs text-ink-faint">
            {formatRelativeTime(notification.created_at)}
          </time>
        </span>
        {!notification.read && <span aria-hidden className="mt-2 size-2.5 shrink-0 rounded-full bg-accent" />}
      </Link>
    </li>
  );
}
