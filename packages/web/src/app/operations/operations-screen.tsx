import { FailedJobs } from '../../features/operations/components/failed-jobs.tsx';
import { useMe } from '../../features/profile/profile.hooks.ts';
import { PAGES } from '../../lib/paths.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { NotFoundScreen } from '../../ui/not-found-screen.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { CardsSkeleton } from '../../ui/skeleton.tsx';

/** For operators. Everyone else sees "Page Not Found"; the server refuses their requests, too. */
export function OperationsScreen() {
  const me = useMe();
  if (me.data && !me.data.is_operator) return <NotFoundScreen />;
  return (
    <Page title={PAGES.operations.title}>
      <PageHeader
        title={PAGES.operations.title}
        lead="Jobs that failed on every attempt. Remove the cause first, then run them again."
      />
      {me.isPending && <CardsSkeleton />}
      {me.isLoadingError && <ErrorState error={me.error} onRetry={() => me.refetch()} />}
      {me.data && <FailedJobs />}
    </Page>
  );
}
