import type { EndpointBody } from '@soulsight/contract/endpoint';
import { AppError } from '@soulsight/contract/errors';
import type { ModerationReport, postReport } from '@soulsight/contract/safety';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import type { BlockService } from './blocks.service.ts';
import type { Evidence, SafetyDeps } from './safety.deps.ts';
import { type Addition, joinDetails, rateSeverity, reportVaultOwner, UNKNOWN_NAME } from './safety.rules.ts';
import * as store from './safety.store.ts';

type ReportBody = EndpointBody<typeof postReport>;
/** `stage`: the reveal stage that the two had reached; absent in older reports. */
type ReportDetails = { details: string; evidence: Evidence[]; stage?: number; more?: Addition[] };

/** What one user may have open about another: more would only fill the queue. */
const OPEN_REPORTS_MAX = 3;
/** What one report takes from further ones that only block. */
const ADDITIONS_MAX = 10;
const ENOUGH = 'You have reported this person already. A moderator will look at it soon.';
const BLOCKED_ONLY = 'This person is blocked. You have reported them often enough for a moderator to look at it soon.';

export function createReportService(
  { db, clock, vault }: Pick<Core, 'db' | 'clock' | 'vault'>,
  { pairs, chat, profile }: Pick<SafetyDeps, 'pairs' | 'chat' | 'profile'>,
  { blockPair }: Pick<BlockService, 'blockPair'>,
) {
  /**
   * Reports a user whom one has met, with messages of their conversation as evidence, and blocks them if the report says so. Where
   * too many reports are open already, one that is graver than all of them is still taken, and one that blocks is added to the gravest
   * of them and returns that.
   * @param id of the new report. A repeated one changes nothing and returns the first
   * @throws AppError not_found, rate_limited (after the block, if the report blocks), conflict when another report has this id
   */
  async function report(userId: string, otherId: string, body: ReportBody, id: string = crypto.randomUUID()) {
    const known = await store.findReport(db, id);
    if (known) return toReceipt(assertSame(known, userId, otherId));
    const pair = userId === otherId ? null : await pairs.findPairBetween(db, userId, otherId);
    if (!pair) throw new AppError('not_found');
    const evidence = await chat.listEvidence(db, userId, otherId, body.message_ids);
    const row = await db.transaction(async (tx) => {
      if (body.block) await blockPair(tx, userId, otherId, pair);
      const open = await store.lockOpenReports(tx, userId, otherId);
      const severity = rateSeverity(body.category);
      const isGravest = open.every((other) => other.severity < severity);
      if (open[0] && open.length >= OPEN_REPORTS_MAX && !isGravest) {
        if (body.block)
          return await addTo(vault, tx, open[0], { id, category: body.category, details: body.details }, evidence);
        throw new AppError('rate_limited', ENOUGH);
      }
      const made = await store.insertReport(tx, {
        id,
        reporterId: userId,
        subjectId: otherId,
        category: body.category,
        severity,
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
    if (!row) throw new AppError('rate_limited', BLOCKED_ONLY);
    return toReceipt(row);
  }

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
    const { evidence, ...report } = await openDetails(id, sealed);
    const details = joinDetails(report);
    return { details, evidence: evidence.map((message) => ({ ...message, reported: message.reported ?? true })) };
  }

  const openDetails = (id: string, sealed: Buffer) => vault.openJson<ReportDetails>(db, reportVaultOwner(id), sealed);

  /** The reveal stage that the two had reached when the report was made; null in reports from before it was kept. */
  async function findStage({ id, details }: store.ReportRow): Promise<number | null> {
    return (await openDetails(id, details)).stage ?? null;
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

/** Adds a further report to an open one. Null if that has taken enough of them, and this one says something new. */
async function addTo(
  vault: Core['vault'],
  tx: Tx,
  row: store.ReportRow,
  addition: Addition,
  evidence: Evidence[],
): Promise<store.ReportRow | null> {
  const owner = reportVaultOwner(row.id);
  const known = await vault.openJson<ReportDetails>(tx, owner, row.details);
  const { more = [] } = known;
  const isKnown = [row.category, ...more.map(({ category }) => category)].includes(addition.category);
  const saysNothing = isKnown && addition.details === '' && evidence.length === 0;
  if (saysNothing || more.some(({ id }) => id === addition.id)) return row;
  if (more.length >= ADDITIONS_MAX) return null;
  const details: ReportDetails = {
    ...known,
    more: [...more, addition],
    evidence: mergeEvidence(known.evidence, evidence),
  };
  await store.updateReportDetails(tx, row.id, await vault.seal(tx, owner, details));
  return row;
}

function assertSame(row: store.ReportRow | undefined, userId: string, otherId: string): store.ReportRow {
  if (row?.reporterId !== userId || row.subjectId !== otherId) throw new AppError('conflict');
  return row;
}

function toReceipt({ id, status, createdAt }: store.ReportRow) {
  return { id, status, created_at: createdAt.toISOString() };
}
