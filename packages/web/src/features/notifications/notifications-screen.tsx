import { CheckCheck, Settings } from 'lucide-react';
import { PAGES, PATHS } from '../../lib/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { type FindPerson, NotificationList } from './components/notification-list.tsx';
import { useMarkAllRead, useUnreadCount } from './notifications.hooks.ts';

/** /notifications */
export function NotificationsScreen({ findPerson }: { findPerson: FindPerson | null }) {
  const unread = useUnreadCount();
  const all = useMarkAllRead();
  return (
    <Page title={PAGES.notifications.title} width="narrow">
      <PageHeader
        title={PAGES.notifications.title}
        actions={
          <>
            {unread > 0 && (
              <Button
                variant="secondary"
                size="sm"
                loading={all.isPending}
                icon={<CheckCheck aria-hidden className="size-4" />}
                onClick={() => all.mutate()}
              >
                Mark all as read
              </Button>
            )}
            <ButtonLink
              to={PATHS.settings}
              variant="ghost"
              size="sm"
              icon={<Settings aria-hidden className="size-4" />}
            >
              Settings
            </ButtonLink>
          </>
        }
      />
      <NotificationList findPerson={findPerson} />
    </Page>
  );
}
