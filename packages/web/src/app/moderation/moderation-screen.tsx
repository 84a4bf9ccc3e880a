import { useState } from 'react';
import { useMe } from '../../features/profile/profile.hooks.ts';
import { AppealQueue, AuditLog, ReportQueue } from '../../features/safety/components/moderation-queue.tsx';
import { PhotoQueue } from '../../features/trust/components/photo-queue.tsx';
import { PAGES } from '../../lib/paths.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { NotFoundScreen } from '../../ui/not-found-screen.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';

type Tab = 'reports' | 'appeals' | 'photos' | 'audit';

/** For moderators. Everyone else sees "Page Not Found"; the server refuses their requests, too. */
export function ModerationScreen() {
  const me = useMe();
  const [tab, setTab] = useState<Tab>('reports');
  if (me.data && !me.data.is_moderator) return <NotFoundScreen />;
  return (
    <Page title={PAGES.moderation.title}>
      <PageHeader title={PAGES.moderation.title} lead="Reports have no effect until a moderator has decided." />
      {me.isPending && <TextSkeleton lines={4} />}
      {me.isError && <ErrorState error={me.error} onRetry={() => me.refetch()} />}
      {me.data && (
        <Tabs
          label="Moderation"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'reports', label: 'Reports', content: <ReportQueue /> },
            { value: 'appeals', label: 'Appeals', content: <AppealQueue /> },
            { value: 'photos', label: 'Photos', content: <PhotoQueue /> },
            { value: 'audit', label: 'Audit log', content: <AuditLog /> },
          ]}
        />
      )}
    </Page>
  );
}
