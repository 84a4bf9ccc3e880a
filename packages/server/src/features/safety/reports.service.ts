import type { EndpointBody } from '@soulsight/contract/endpoint';
import { AppError } from '@soulsight/contract/errors';
import type { ModerationReport, postReport } from '@soulsight/contract/safety';
import type { Core } from '../../core/core.ts';
import type { BlockService } from './blocks.service.ts';
import type { Evidence, SafetyDeps } from './safety.deps.ts';
import { rateSeverity, reportVaultOwner, UNKNOWN_NAME } from './safety.rules.ts';
import * as store from './safety.store.ts';

type ReportBody = EndpointBody<typeof postReport>;
/** `stage`: the reveal stage that the two had reached; absent in older reports. */
type ReportDetails = { details: string; evidence: Evidence[]; stage?: number };

/** What one user may have open about another: more would only fill the queue. */
const OPEN_REPORTS_MAX = 3;

export function createReportService(
  { db, clock, vault }: Pick<Core, 'db' | 'clock' | 'vault'>,
  { pairs, chat, profile }: Pick<SafetyDeps, 'pairs' | 'chat' | 'profile'>,
  { blockPair }: Pick<BlockService, 'blockPair'>,
) {
  /**
   * Reports a user whom one has met, with messages of their conversation as evidence, and blocks them if the report says so. Where
   * too many reports are open already, a report that blocks still blocks, and returns the newest of them.
   * @param id of the new report. A repeated one changes nothing and returns the first
   * @throws AppError not_found, rate_limited, conflict when another report has this id
   */
  async function report(userId: string, otherId: string, body: ReportBody, id: string = crypto.randomUUID()) {
    const known = await store.findReport(db, id);
    if (known) return toReceipt(assertSame(known, userId, otherId));
    const pair = userId === otherId ? null : await pairs.findPairBetween(db, userId, otherId);
    if (!pair) throw new AppError('not_found');
    const evidence = await chat.listEvidence(db, userId, otherId, body.message_ids);
    const row = await db.transaction(async (tx) => {
      if (body.block) await blockPair(tx, userId, otherId, pair);
      const open = await store.listOpenReports(tx, userId, otherId);
      if (open[0] && open.length >= OPEN_REPORTS_MAX) {
        if (body.block) return open[0];
        throw new AppError('rate_limited', 'You have reported this person already. A moderator will look at it soon.');
      }
      const made = await store.insertReport(tx, {
        id,
        reporterId: userId,
        subjectId: otherId,
        category: body.category,
        severity: rateSeverity(body.category),
        details: await vault.seal(tx, reportVaultOwner(id), {
          details: body.details,
          evidence,
          stage: pair.stage,
        } satisfies ReportDetails),
        createdAt: clock.now(),
      });
      // The same call may have arrived twice at once.
      return made ?? assertSame(await store.findReport(tx, id), userId, otherId);
    });
    return toReceipt(row);
  }

  function assertSame(row: store.ReportRow | undefined, userId: string, otherId: string): store.ReportRow {
    if (row?.reporterId !== userId || row.subjectId !== otherId) throw new AppError('conflict');
    return row;
  }

  const toReceipt = ({ id, status, createdAt }: store.ReportRow) => ({
    id,
    status,
    created_at: createdAt.toISOString(),
  });

  /** The moderators' queue, without what concerns the moderator. `createdAt` is for the page's cursor. */
  async function listReports({
    moderatorId,
    ...page
  }: Omit<Parameters<typeof store.listReports>[1], 'without'> & { moderatorId: string }): Promise<
    (ModerationReport & { createdAt: Date })[]
  > {
    const without = await store.listOwnAccounts(db, moderatorId);
    return presentReports(await store.listReports(db, { ...page, without }));
  }

  async function presentReports(rows: readonly store.ReportRow[]): Promise<(ModerationReport & { createdAt: Date })[]> {
    const names = await profile.getFirstNames(rows.flatMap((row) => [row.reporterId ?? [], row.subjectId].flat()));
    const subjectIds = rows.map((row) => row.subjectId);
    const upheld = await store.countUpheld(db, subjectIds);
    const name = (userId: string) => names.get(userId) ?? UNKNOWN_NAME;
    return Promise.all(
      rows.map(async ({ id, category, severity, status, createdAt, reporterId, subjectId, details }) => ({
        id,
        category,
        severity,
        ...(await openReport(id, details)),
        status,
        created_at: createdAt.toISOString(),
        createdAt,
        reporter: reporterId === null ? null : { id: reporterId, name: name(reporterId) },
        subject: { id: subjectId, name: name(subjectId), upheld_before: upheld.get(subjectId) ?? 0 },
      })),
    );
  }

  async function openReport(id: string, sealed: Buffer) {
    const { details, evidence } = await openDetails(id, sealed);
    return { details, evidence: evidence.map((message) => ({ ...message, reported: message.reported ?? true })) };
  }

  const openDetails = (id: string, sealed: Buffer) => vault.openJson<ReportDetails>(db, reportVaultOwner(id), sealed);

  /** The reveal stage that the two had reached when the report was made; null in reports from before it was kept. */
  async function findStage({ id, details }: store.ReportRow): Promise<number | null> {
    return (await openDetails(id, details)).stage ?? null;
  }

  return { report, listReports, presentReports, findStage };
}
