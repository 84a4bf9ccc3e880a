import type { Notification } from '@soulsight/contract/notifications';
import type { PublicProfile } from '@soulsight/contract/profile';
import { cx } from 'class-variance-authority';
import { formatDay, formatRelativeTime } from '../../../lib/format.ts';
import { PATHS } from '../../../lib/paths.ts';
import { Aura } from '../../../ui/aura/aura.tsx';
import { PersonAura } from '../../../ui/aura/person-aura.tsx';
import { WELCOME_AURA } from '../../../ui/aura/welcome-aura.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { RowsSkeleton } from '../../../ui/skeleton.tsx';
import { kindIcon } from '../kind-icons.ts';
import { useMarkRead, useNotifications } from '../notifications.hooks.ts';

/** The user that a notification is about, by its link; undefined if it is about nobody, or about somebody who is gone. */
export type FindPerson = (href: string) => PublicProfile | undefined;

export interface NotificationListProps {
  /** Null until the users have loaded: an icon that became an aura would move what is read. */
  findPerson: FindPerson | null;
}

/** Notifications by day and person, newest first. Opening one marks it as read. */
export function NotificationList({ findPerson }: NotificationListProps) {
  const list = useNotifications();
  if (list.isLoadingError && list.notifications.length === 0) {
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  }
  if (list.isPending || !findPerson) return <RowsSkeleton label="Loading notifications" rows={6} className="px-4" />;
  if (list.notifications.length === 0) return <NoNotifications />;
  return (
    <div className="flex flex-col gap-6">
      {[...Map.groupBy(list.notifications, ({ created_at }) => formatDay(created_at))].map(([day, notifications]) => (
        <section key={day} className="flex flex-col gap-2">
          <h2 className="px-1 text-sm text-ink-faint">{day}</h2>
          <ul className="flex flex-col gap-1">
            {[...Map.groupBy(notifications, ({ id, href }) => findPerson(href)?.id ?? id)].map(([key, group]) => (
              <Group key={key} notifications={group} person={findPerson(group[0]?.href ?? '')} />
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
    <EmptyState
      art={<Aura aura={WELCOME_AURA} className="empty-art" />}
      title="All quiet"
      action={<ButtonLink to={PATHS.matching}>Meet someone</ButtonLink>}
    >
      When someone says yes, writes to you or wants to reveal more, you'll see it here.
    </EmptyState>
  );
}

interface GroupProps {
  notifications: readonly Notification[];
  person: PublicProfile | undefined;
}

/** What happened with one person in a day, or a notification about nobody. */
function Group({ notifications, person }: GroupProps) {
  const read = useMarkRead();
  const [first] = notifications;
  if (!first) return null;
  return (
    <li className={cx('flex items-start rounded-lg pl-4', notifications.some((n) => !n.read) && 'bg-surface')}>
      <span className="sticky top-16 py-4">
        {person ? <PersonAura person={person} size={44} /> : <KindIcon notification={first} />}
      </span>
      <ul className="min-w-0 flex-1">
        {notifications.map((notification) => (
          <li key={notification.id}>
            <Row notification={notification} onOpen={() => !notification.read && read.mutate(notification.id)} />
          </li>
        ))}
      </ul>
    </li>
  );
}

function KindIcon({ notification: { kind, read } }: { notification: Notification }) {
  const Icon = kindIcon(kind);
  return (
    <span
      className={cx(
        'grid size-11 place-items-center rounded-full',
        read ? 'bg-raised text-ink-faint' : 'bg-accent-soft text-accent-text',
      )}
    >
      <Icon aria-hidden className="size-5" strokeWidth={1.7} />
    </span>
  );
}

function Row({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  return (
    <Link
      to={notification.href}
      onClick={onOpen}
      className="flex items-start gap-4 rounded-lg p-4 transition hover:bg-raised"
    >
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className={cx('wrap-anywhere', !notification.read && 'font-semibold')}>
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
  );
}
