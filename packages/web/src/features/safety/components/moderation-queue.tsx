import { MODERATION_ACTIONS, type ModerationReport } from '@soulsight/contract/safety';
import { useState } from 'react';
import { formatDateTime, formatRelativeTime } from '../../../lib/format.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Select, Textarea } from '../../../ui/input.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import type { Decision } from '../safety.api.ts';
import { ACTION_LABELS, CATEGORY_LABELS } from '../safety.copy.ts';
import { useAppeals, useAudit, useDecideAppeal, useDecideReport, useReports } from '../safety.hooks.ts';
import { CaseDetails } from './case-details.tsx';

const SHORTEST_REASON_CHARS = 3;
/** By severity, 0 to 3. */
const SEVERITY_TONES: readonly BadgeTone[] = ['neutral', 'mist', 'gold', 'bad'];

/** Open reports, the most severe first, each with its evidence, the case and a decision form. */
export function ReportQueue() {
  const reports = useReports();
  if (reports.isPending) return <TextSkeleton lines={6} />;
  if (reports.isError) return <ErrorState error={reports.error} onRetry={() => reports.refetch()} />;
  const { reports: open, next_cursor } = reports.data;
  if (open.length === 0) return <EmptyState title="No open reports">All reports have been decided.</EmptyState>;
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm text-ink-soft">
        {open.length}
        {next_cursor ? ' or more' : ''} open, the most serious first, then the longest waiting. What concerns you is
        decided by another moderator.
      </p>
      <ul className="flex flex-col gap-5">
        {open.map((report) => (
          <li key={report.id}>
            <ReportCard report={report} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function ReportCard({ report }: { report: ModerationReport }) {
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={SEVERITY_TONES[report.severity] ?? 'neutral'}>{CATEGORY_LABELS[report.category]}</Badge>
        <span className="font-medium">{report.subject.name}</span>
        <span className="text-sm text-ink-faint">
          {report.reporter ? `reported by ${report.reporter.name}` : 'noticed by the system'},{' '}
          {formatRelativeTime(report.created_at)}, upheld before: {report.subject.upheld_before}
        </span>
      </div>
      {report.details && <p>{report.details}</p>}
      <Evidence report={report} />
      <CaseDetails id={report.id} />
      <DecisionForm id={report.id} />
    </Card>
  );
}

/** The reported messages, and those around them. */
function Evidence({ report: { evidence, subject, reporter } }: { report: ModerationReport }) {
  if (evidence.length === 0) return null;
  return (
    <ul
      aria-label="Messages at the time of the report"
      className="flex flex-col gap-2 border-l-2 border-line pl-4 text-sm text-ink-soft"
    >
      {evidence.map((message) => (
        <li
          key={`${message.timestamp} ${message.content}`}
          className={message.reported ? 'font-medium text-ink' : undefined}
        >
          <span className="text-ink-faint">{formatDateTime(message.timestamp)} </span>
          {message.sender_id === subject.id ? subject.name : reporter?.name}: {message.content}
          {message.reported && <span className="sr-only"> (reported)</span>}
        </li>
      ))}
    </ul>
  );
}

function DecisionForm({ id }: { id: string }) {
  const decide = useDecideReport();
  const [action, setAction] = useState<Decision['action']>('dismiss');
  const [reason, setReason] = useState('');
  return (
    <form
      className="grid gap-4 sm:grid-cols-[14rem_1fr_auto] sm:items-end"
      onSubmit={(event) => {
        event.preventDefault();
        decide.mutate({ id, action, reason });
      }}
    >
      <Select
        label="Decision"
        value={action}
        onChange={(event) => setAction(event.target.value as Decision['action'])}
        options={MODERATION_ACTIONS.map((value) => ({ value, label: ACTION_LABELS[value] }))}
      />
      <Textarea
        label="Reason, shown to the person"
        rows={2}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" loading={decide.isPending} disabled={reason.trim().length < SHORTEST_REASON_CHARS}>
        Decide
      </Button>
    </form>
  );
}

/** Appeals without an answer. */
export function AppealQueue() {
  const appeals = useAppeals();
  if (appeals.isPending) return <TextSkeleton lines={4} />;
  if (appeals.isError) return <ErrorState error={appeals.error} onRetry={() => appeals.refetch()} />;
  if (appeals.data.appeals.length === 0)
    return <EmptyState title="No open appeals">All appeals have been answered.</EmptyState>;
  return (
    <ul className="flex flex-col gap-5">
      {appeals.data.appeals.map((appeal) => (
        <li key={appeal.sanction_id}>
          <AppealCard appeal={appeal} />
        </li>
      ))}
    </ul>
  );
}

type Appeal = NonNullable<ReturnType<typeof useAppeals>['data']>['appeals'][number];

function AppealCard({ appeal }: { appeal: Appeal }) {
  const decide = useDecideAppeal();
  const [answer, setAnswer] = useState('');
  const missing = answer.trim().length < SHORTEST_REASON_CHARS;
  const answerWith = (grant: boolean) => decide.mutate({ id: appeal.sanction_id, grant, answer });
  return (
    <Card className="flex flex-col gap-4">
      <p className="text-sm text-ink-faint">
        {appeal.person}: {ACTION_LABELS[appeal.action]} on {formatDateTime(appeal.at)}, because: {appeal.reason}
      </p>
      <p>{appeal.text}</p>
      <Textarea
        label="Answer, shown to the person"
        rows={2}
        value={answer}
        onChange={(event) => setAnswer(event.target.value)}
      />
      <div className="flex justify-end gap-3">
        <Button variant="secondary" loading={decide.isPending} disabled={missing} onClick={() => answerWith(false)}>
          Refuse
        </Button>
        <Button loading={decide.isPending} disabled={missing} onClick={() => answerWith(true)}>
          Grant
        </Button>
      </div>
    </Card>
  );
}

/** Decisions of moderators, newest first. */
export function AuditLog() {
  const audit = useAudit();
  if (audit.isPending) return <TextSkeleton lines={4} />;
  if (audit.isError) return <ErrorState error={audit.error} onRetry={() => audit.refetch()} />;
  const entries = audit.data.pages.flatMap((page) => page.entries);
  if (entries.length === 0) return <EmptyState title="Nothing yet">Decisions will be listed here.</EmptyState>;
  return (
    <div className="flex flex-col gap-4">
      <ol className="flex flex-col divide-y divide-line text-sm">
        {entries.map((entry) => (
          <li
            key={`${entry.at} ${entry.subject} ${entry.action}`}
            className="grid gap-1 py-3 sm:grid-cols-[12rem_10rem_1fr]"
          >
            <time dateTime={entry.at} className="text-ink-faint">
              {formatDateTime(entry.at)}
            </time>
            <span>
              {entry.moderator}: {entry.action}
            </span>
            <span className="text-ink-soft">
              {entry.subject}: {entry.reason}
            </span>
          </li>
        ))}
      </ol>
      {audit.hasNextPage && (
        <Button
          variant="secondary"
          className="self-center"
          loading={audit.isFetchingNextPage}
          onClick={() => void audit.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  );
}
