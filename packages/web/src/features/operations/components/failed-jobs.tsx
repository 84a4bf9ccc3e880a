import type { FailedJob } from '@soulsight/contract/operations';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { AlertDialog } from '../../../ui/dialog.tsx';
import { LoadedList } from '../../../ui/loaded-list.tsx';
import { useDiscardJob, useFailedJobs, useRetryJob } from '../operations.hooks.ts';

/** The jobs that failed on every attempt, newest first, to retry or discard. */
export function FailedJobs() {
  const failed = useFailedJobs();
  const [discarding, setDiscarding] = useState<FailedJob | null>(null);
  const discard = useDiscardJob();
  const total = failed.data?.total ?? 0;
  return (
    <LoadedList
      query={failed}
      items={failed.data?.jobs}
      empty={{ title: 'No failed jobs', text: 'Every job has succeeded, or is tried again.' }}
    >
      {(jobs) => (
        <div className="flex flex-col gap-4">
          <p className="text-sm text-ink-soft">
            {total > jobs.length ? `${total} jobs; these are the newest ${jobs.length}.` : countJobs(total)}
          </p>
          <ul aria-label="Failed jobs" className="flex flex-col gap-4">
            {jobs.map((job) => (
              <li key={job.id}>
                <JobCard job={job} onDiscard={() => setDiscarding(job)} />
              </li>
            ))}
          </ul>
          <AlertDialog
            open={discarding !== null}
            onOpenChange={(open) => !open && setDiscarding(null)}
            title="Discard this job?"
            description="It won't run again, and its work stays undone."
            confirmLabel="Discard"
            danger
            loading={discard.isPending}
            onConfirm={() => discarding && discard.mutate(discarding.id, { onSettled: () => setDiscarding(null) })}
          />
        </div>
      )}
    </LoadedList>
  );
}

function countJobs(count: number): string {
  return count === 1 ? "One job. It's kept for a week." : `${count} jobs. They are kept for a week.`;
}

function JobCard({ job, onDiscard }: { job: FailedJob; onDiscard: () => void }) {
  const retry = useRetryJob();
  return (
    <Card className="flex flex-col gap-4 sm:flex-row sm:items-start sm:justify-between">
      <div className="flex min-w-0 flex-col gap-1.5">
        <h2 className="font-medium break-words">{job.queue}</h2>
        <p className="text-sm break-words text-ink-soft">{job.error || 'It gave no reason.'}</p>
        <p className="text-xs text-ink-faint">
          {job.attempts === 1 ? 'One attempt' : `${job.attempts} attempts`}, since{' '}
          <time dateTime={job.created_at}>{formatDateTime(job.created_at)}</time>, the last{' '}
          <time dateTime={job.failed_at}>{formatDateTime(job.failed_at)}</time>
        </p>
      </div>
      <div className="flex shrink-0 gap-2">
        <Button variant="ghost" size="sm" aria-label={`Discard ${job.queue}`} onClick={onDiscard}>
          Discard
        </Button>
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Run again: ${job.queue}`}
          loading={retry.isPending}
          onClick={() => retry.mutate(job.id)}
        >
          Run again
        </Button>
      </div>
    </Card>
  );
}
