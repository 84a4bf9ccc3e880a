import { type ReactNode, useState } from 'react';
import { useMe } from '../../features/profile/profile.hooks.ts';
import { InquiryQueue } from '../../features/safety/components/inquiry-queue.tsx';
import { AppealQueue, AuditLog, ReportQueue } from '../../features/safety/components/moderation-queue.tsx';
import { useAppeals, useInquiries, useReports } from '../../features/safety/safety.hooks.ts';
import { SelfieQueue } from '../../features/trust/components/selfie-queue.tsx';
import { useSelfieChecks } from '../../features/trust/trust.hooks.ts';
import { PAGES } from '../../lib/paths.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { NotFoundScreen } from '../../ui/not-found-screen.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { CardsSkeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';

type Tab = 'reports' | 'appeals' | 'selfies' | 'messages' | 'audit';

/** For moderators. Everyone else sees "Page Not Found"; the server refuses their requests, too. */
export function ModerationScreen() {
  const me = useMe();
  if (me.data && !me.data.is_moderator) return <NotFoundScreen />;
  return (
    <Page title={PAGES.moderation.title}>
      <PageHeader title={PAGES.moderation.title} lead="Reports have no effect until a moderator has decided." />
      {me.isPending && <CardsSkeleton />}
      {me.isLoadingError && <ErrorState error={me.error} onRetry={() => me.refetch()} />}
      {me.data && <ModerationTabs />}
    </Page>
  );
}

function ModerationTabs() {
  const [tab, setTab] = useState<Tab>('reports');
  const reports = useReports();
  const open = reports.data?.pages.flatMap((page) => page.reports).length ?? 0;
  const appeals = useAppeals().data?.appeals.length ?? 0;
  const inquiries = useInquiries();
  const messages = inquiries.data?.pages.flatMap((page) => page.inquiries).length ?? 0;
  const selfies = useSelfieChecks().data?.checks.length ?? 0;
  return (
    <Tabs
      label="Moderation"
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'reports', label: labelQueue('Reports', open, reports.hasNextPage), content: <ReportQueue /> },
        { value: 'appeals', label: labelQueue('Appeals', appeals), content: <AppealQueue /> },
        { value: 'selfies', label: labelQueue('Selfies', selfies), content: <SelfieQueue /> },
        {
          value: 'messages',
          label: labelQueue('Messages', messages, inquiries.hasNextPage),
          content: <InquiryQueue />,
        },
        { value: 'audit', label: 'Audit log', content: <AuditLog /> },
      ]}
    />
  );
}

/** The name of a queue and, if something waits in it, how much; on a phone below the name, so that all queues fit into one row. */
function labelQueue(name: string, waiting: number, hasMore = false): ReactNode {
  if (waiting === 0) return name;
  return (
    <>
      {name} <span className="max-sm:block max-sm:text-xs">{`(${waiting}${hasMore ? '+' : ''})`}</span>
    </>
  );
}
