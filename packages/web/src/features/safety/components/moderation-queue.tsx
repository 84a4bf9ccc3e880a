import { MODERATION_ACTIONS, type ModerationReport } from '@soulsight/contract/safety';
import { useState } from 'react';
import { formatDate, formatDateTime, formatRelativeTime, formatTime } from '../../../lib/format.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { AlertDialog } from '../../../ui/dialog.tsx';
import { Select, Textarea } from '../../../ui/input.tsx';
import { LoadedList } from '../../../ui/loaded-list.tsx';
import type { Decision } from '../safety.api.ts';
import { ACTION_EFFECTS, ACTION_LABELS, AUDIT_LABELS, CATEGORY_LABELS } from '../safety.copy.ts';
import { useAppeals, useAudit, useDecideAppeal, useDecideReport, useReports } from '../safety.hooks.ts';
import { CaseDetails } from './case-details.tsx';
import { ShowMore } from './show-more.tsx';

const SHORTEST_REASON_CHARS = 3;
/** By severity, 0 to 3. */
const SEVERITY_TONES: readonly BadgeTone[] = ['neutral', 'mist', 'gold', 'bad'];

/** Open reports, the most severe first, each with its evidence, the case and a decision form. */
export function ReportQueue() {
  const reports = useReports();
  return (
    <LoadedList
      query={reports}
      items={reports.data?.pages.flatMap((page) => page.reports)}
      empty={{ title: 'No open reports', text: 'All reports have been decided.' }}
    >
      {(open) => (
        <div className="flex flex-col gap-5">
          <p className="text-sm text-ink-soft">
            {open.length}
            {reports.hasNextPage ? ' or more' : ''} open, the most serious first, then the longest waiting. What
            concerns you is decided by another moderator.
          </p>
          <ul className="flex flex-col gap-5">
            {open.map((report) => (
              <li key={report.id}>
                <ReportCard report={report} />
              </li>
            ))}
          </ul>
          <ShowMore list={reports} />
        </div>
      )}
    </LoadedList>
  );
}

function ReportCard({ report }: { report: ModerationReport }) {
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={SEVERITY_TONES[report.severity] ?? 'neutral'}>{CATEGORY_LABELS[report.category]}</Badge>
        <h2 className="min-w-0 font-medium">{report.subject.name}</h2>
        <span className="text-sm text-ink-faint">
          {report.reporter ? `reported by ${report.reporter.name}` : 'noticed by the system'}{' '}
          {formatRelativeTime(report.created_at)}
          {report.subject.upheld_before > 0 && `, upheld before: ${report.subject.upheld_before}`}
        </span>
      </div>
      {report.details && <p>{report.details}</p>}
      <Evidence report={report} />
      <CaseDetails id={report.id} />
      <DecisionForm report={report} />
    </Card>
  );
}

/** The reported messages, and those around them, by day. */
function Evidence({ report: { evidence, subject, reporter } }: { report: ModerationReport }) {
  if (evidence.length === 0) return null;
  const days = Map.groupBy(evidence, ({ timestamp }) => formatDate(timestamp));
  return (
    // Not a landmark: there is one in each case.
    <div className="flex flex-col gap-3 border-l-2 border-line pl-4">
      <h3 className="sr-only">Messages at the time of the report</h3>
      {[...days].map(([day, messages]) => (
        <div key={day} className="flex flex-col gap-2">
          <p className="text-xs text-ink-faint">{day}</p>
          <ul className="flex flex-col gap-2 text-sm text-ink-soft">
            {messages.map((message) => (
              <li
                key={`${message.timestamp} ${message.content}`}
                className={message.reported ? 'rounded-sm bg-bad-soft px-2 py-1 font-medium text-ink' : 'px-2'}
              >
                <time dateTime={message.timestamp} className="text-ink-faint tabular-nums">
                  {formatTime(message.timestamp)}
                </time>{' '}
                {message.sender_id === subject.id ? subject.name : reporter?.name}: {message.content}
                {message.reported && <span className="sr-only"> (reported)</span>}
                {message.caution && <span className="block text-xs text-warn">About money</span>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function DecisionForm({ report: { id, subject, additions } }: { report: ModerationReport }) {
  const decide = useDecideReport();
  const [action, setAction] = useState<Decision['action']>('dismiss');
  const [reason, setReason] = useState('');
  const [confirming, setConfirming] = useState(false);
  const send = () => decide.mutate({ id, action, reason, additions });
  return (
    <form
      className="flex flex-col gap-4 border-t border-line pt-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (action === 'ban') setConfirming(true);
        else send();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-[14rem_1fr]">
        <Select
          label="Decision"
          value={action}
          onChange={(event) => setAction(event.target.value as Decision['action'])}
          options={MODERATION_ACTIONS.map((value) => ({ value, label: ACTION_LABELS[value] }))}
        />
        <Textarea
          label={action === 'dismiss' ? 'Reason, for the audit log' : 'Reason, shown to the person'}
          rows={2}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
      <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:justify-between">
        <p className="text-sm text-ink-faint">{ACTION_EFFECTS[action]}</p>
        <Button type="submit" loading={decide.isPending} disabled={reason.trim().length < SHORTEST_REASON_CHARS}>
          Decide
        </Button>
      </div>
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Ban ${subject.name}?`}
        description={ACTION_EFFECTS.ban}
        confirmLabel="Ban"
        danger
        loading={decide.isPending}
        onConfirm={() => {
          setConfirming(false);
          send();
        }}
      />
    </form>
  );
}

/** Appeals without an answer. */
export function AppealQueue() {
  const appeals = useAppeals();
  return (
    <LoadedList
      query={appeals}
      items={appeals.data?.appeals}
      empty={{ title: 'No open appeals', text: 'All appeals have been answered.' }}
    >
      {(open) => (
        <ul className="flex flex-col gap-5">
          {open.map((appeal) => (
            <li key={appeal.sanction_id}>
              <AppealCard appeal={appeal} />
            </li>
          ))}
        </ul>
      )}
    </LoadedList>
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
  return (
    <LoadedList
      query={audit}
      items={audit.data?.pages.flatMap((page) => page.entries)}
      empty={{ title: 'Nothing yet', text: 'Decisions will be listed here.' }}
    >
      {(entries) => (
        <div className="flex flex-col gap-4">
          <ol className="flex flex-col divide-y divide-line text-sm">
            {entries.map((entry) => (
              <li
                key={`${entry.at} ${entry.subject} ${entry.action}`}
                className="grid gap-1 py-3 sm:grid-cols-[11rem_15rem_1fr]"
              >
                <time dateTime={entry.at} className="text-ink-faint">
                  {formatDateTime(entry.at)}
                </time>
                <span>
                  {entry.moderator}: {AUDIT_LABELS[entry.action] ?? entry.action}
                </span>
                <span className="text-ink-soft">
                  {entry.subject}: {entry.reason}
                </span>
              </li>
            ))}
          </ol>
          <ShowMore list={audit} />
        </div>
      )}
    </LoadedList>
  );
}
