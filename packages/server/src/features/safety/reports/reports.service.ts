import type { EndpointBody } from '@soulsight/contract/endpoint';
import { AppError } from '@soulsight/contract/errors';
import type { ModerationReport, postReport } from '@soulsight/contract/safety';
import type { Core } from '../../../core/core.ts';
import { withTransactionRetry } from '../../../core/db/transaction-retry.ts';
import type { Tx } from '../../../core/db/types.ts';
import { toComparable } from '../../../core/text/message-text.rules.ts';
import { mentionsMoney } from '../../../core/text/money-patterns.rules.ts';
import type { BlockService } from '../blocks/blocks.service.ts';
import type { Evidence, SafetyDeps } from '../safety.deps.ts';
import {
  type Addition,
  joinDetails,
  rateSeverity,
  reportVaultOwner,
  SEVERITY_MAX,
  UNKNOWN_NAME,
} from '../safety.rules.ts';
import * as store from '../safety.store.ts';
import { countAdditions, type OpenedReport, openReportDetails, type ReportDetails } from './report-details.ts';

type ReportBody = EndpointBody<typeof postReport>;
type FurtherReport = Addition & { evidence: Evidence[] };

/** What one user may have open about another: more would only fill the queue. */
const OPEN_REPORTS_MAX = 3;
/** What one report takes from further ones, and how much more of what is most severe: a flood must not keep a threat out. */
const ADDITIONS_MAX = 10;
const SEVERE_ADDITIONS_MAX = 20;
const ENOUGH = 'You have reported this person often enough for a moderator to look at it soon.';
const NOT_ADDED = `We did not add this one. ${ENOUGH}`;
const BLOCKED_ONLY = `This person is blocked. ${ENOUGH}`;

export function createReportService(
  { db, clock, vault }: Pick<Core, 'db' | 'clock' | 'vault'>,
  { pairs, chat, profile }: Pick<SafetyDeps, 'pairs' | 'chat' | 'profile'>,
  { blockPair }: Pick<BlockService, 'blockPair'>,
) {
  /**
   * Reports a user whom one has met, with messages of their conversation as evidence, and blocks them if the report says so. Where
   * too many reports are open already, one that is graver than all of them is still taken, and any other is added to the gravest of
   * them and returns that.
   * @param id of the new report. A repeated one changes nothing and returns the first, or the report that it was added to
   * @throws AppError not_found, rate_limited (after the block, if the report blocks), conflict when another report has this id
   */
  async function report(userId: string, otherId: string, body: ReportBody, id: string = crypto.randomUUID()) {
    const known = await store.findReport(db, id);
    if (known) return toReceipt(assertSame(known, userId, otherId));
    const pair = userId === otherId ? null : await pairs.findPairBetween(db, userId, otherId);
    if (!pair) throw new AppError('not_found');
    const evidence = await chat.listEvidence(db, userId, otherId, body.message_ids);
    const row = await withTransactionRetry(db, async (tx) => {
      if (body.block) await blockPair(tx, userId, otherId, pair);
      const { category, details } = body;
      const earlier: OpenedReport[] = [];
      for (const one of await store.lockReports(tx, userId, otherId))
        earlier.push({ row: one, details: await openReportDetails(vault, tx, one) });
      const first = earlier.find((one) => one.row.id === id || (one.details.more ?? []).some((more) => more.id === id));
      if (first) return first.row;
      const open = earlier.filter((one) => one.row.status === 'open');
      const severity = rateSeverity(category);
      const isGravest = open.every((one) => one.row.severity < severity);
      if (open.length >= OPEN_REPORTS_MAX && !isGravest)
        return await addTo(vault, tx, open, { id, category, details, evidence });
      const sealed = { details, evidence, stage: pair.stage } satisfies ReportDetails;
      const made = await store.insertReport(tx, {
        ...{ id, reporterId: userId, subjectId: otherId, category, severity, createdAt: clock.now() },
        details: await vault.seal(tx, reportVaultOwner(id), sealed),
      });
      // The same call may have arrived twice at once.
      return made ?? assertSame(await store.findReport(tx, id), userId, otherId);
    });
    if (!row) throw new AppError('rate_limited', body.block ? BLOCKED_ONLY : NOT_ADDED);
    return toReceipt(row);
  }

  /** The moderators' queue, without what concerns the moderator. `createdAt` is for the page's cursor. */
  async function listReports({
    moderatorId,
    ...page
  }: Omit<Parameters<typeof store.listReports>[1], 'without'> & { moderatorId: string }): Promise<
    (ModerationReport & { createdAt: Date })[]
  > {
    const without = await store.listConcerning(db, moderatorId);
    return presentReports(await store.listReports(db, { ...page, without }));
  }

  async function presentReports(rows: readonly store.ReportRow[]): Promise<(ModerationReport & { createdAt: Date })[]> {
    const names = await profile.getFirstNames(rows.flatMap((row) => [row.reporterId ?? [], row.subjectId].flat()));
    const subjectIds = rows.map((row) => row.subjectId);
    const upheld = await store.countUpheld(db, subjectIds);
    const name = (userId: string) => names.get(userId) ?? UNKNOWN_NAME;
    return Promise.all(
      rows.map(async ({ id, category, severity, status, createdAt, reporterId, subjectId, ...row }) => ({
        id,
        category,
        severity,
        ...(await openReport({ id, details: row.details })),
        status,
        created_at: createdAt.toISOString(),
        createdAt,
        reporter: reporterId === null ? null : { id: reporterId, name: name(reporterId) },
        subject: { id: subjectId, name: name(subjectId), upheld_before: upheld.get(subjectId) ?? 0 },
      })),
    );
  }

  async function openReport(row: Pick<store.ReportRow, 'id' | 'details'>) {
    const { evidence, ...report } = await openReportDetails(vault, db, row);
    return {
      details: joinDetails(report),
      additions: countAdditions(report),
      evidence: evidence.map((message) => ({
        ...message,
        reported: message.reported ?? true,
        ...(mentionsMoney(toComparable(message.content)) && { caution: 'money' as const }),
      })),
    };
  }

  /** The reveal stage that the two had reached when the report was made; null in reports from before it was kept. */
  async function findStage(row: store.ReportRow): Promise<number | null> {
    return (await openReportDetails(vault, db, row)).stage ?? null;
  }

  return { report, listReports, presentReports, findStage };
}

/** The messages of both in their order, each once: as reported where one of the two reports names it. */
function mergeEvidence(known: readonly Evidence[], further: readonly Evidence[]): Evidence[] {
  const byMessage = new Map<string, Evidence>();
  for (const message of [...known, ...further]) {
    const key = JSON.stringify([message.sender_id, message.timestamp, message.content]);
    const reported = (message.reported ?? true) || (byMessage.get(key)?.reported ?? false);
    byMessage.set(key, { ...message, reported });
  }
  return [...byMessage.values()].toSorted((a, b) => a.timestamp.localeCompare(b.timestamp));
}

/** Adds a further report to the gravest open one. Null if that has taken enough of them, and this one says something new. */
async function addTo(
  vault: Core['vault'],
  tx: Tx,
  open: readonly OpenedReport[],
  { evidence, ...addition }: FurtherReport,
): Promise<store.ReportRow | null> {
  const [gravest] = open;
  if (!gravest) throw new Error('there is no open report to add to');
  const categories = open.flatMap(({ row, details }) => [row, ...(details.more ?? [])].map(({ category }) => category));
  if (categories.includes(addition.category) && addition.details === '' && evidence.length === 0) return gravest.row;
  const { row, details: known } = gravest;
  const isSevere = rateSeverity(addition.category) === SEVERITY_MAX;
  if (countAdditions(known) >= (isSevere ? SEVERE_ADDITIONS_MAX : ADDITIONS_MAX)) return null;
  const details: ReportDetails = {
    ...known,
    more: [...(known.more ?? []), addition],
    evidence: mergeEvidence(known.evidence, evidence),
  };
  await store.updateReportDetails(tx, row.id, await vault.seal(tx, reportVaultOwner(row.id), details));
  return row;
}

function assertSame(row: store.ReportRow | undefined, userId: string, otherId: string): store.ReportRow {
  if (row?.reporterId !== userId || row.subjectId !== otherId) throw new AppError('conflict');
  return row;
}

function toReceipt({ id, status, createdAt }: store.ReportRow) {
  return { id, status, created_at: createdAt.toISOString() };
}
