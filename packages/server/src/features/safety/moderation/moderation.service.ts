import type { EndpointBody } from '@soulsight/contract/endpoint';
import { AppError } from '@soulsight/contract/errors';
import type { postModerationDecision } from '@soulsight/contract/safety';
import { SELFIE_REFUSAL_TEXTS, type SelfieRefusal } from '@soulsight/contract/trust';
import type { Core } from '../../../core/core.ts';
import type { Vault } from '../../../core/crypto/vault.ts';
import { withTransactionRetry } from '../../../core/db/transaction-retry.ts';
import type { Db, Tx } from '../../../core/db/types.ts';
import type { MarkService } from '../marks/marks.service.ts';
import { countAdditions, openReportDetails } from '../reports/report-details.ts';
import type { SafetyDeps } from '../safety.deps.ts';
import {
  appealNotification,
  decideConsequences,
  outcomeNotification,
  SEVERITY_MAX,
  sanctionNotification,
} from '../safety.rules.ts';
import * as store from '../safety.store.ts';
import { createSafetyText } from '../safety-text.ts';
import { createAuditLog } from './audit.service.ts';
import { createLocks } from './locks.ts';

type DecisionBody = EndpointBody<typeof postModerationDecision>;

/** Decisions of moderators about reports and appeals. */
export function createModerationService(
  { db, clock, vault }: Pick<Core, 'db' | 'clock' | 'vault'>,
  {
    trust,
    notifications,
    profile,
    lockAccount,
  }: Pick<SafetyDeps, 'trust' | 'notifications' | 'profile' | 'lockAccount'>,
  marks: Pick<MarkService, 'addBanMarks' | 'deleteBanMarks'>,
) {
  const text = createSafetyText({ vault });
  const { applyLock, lift, liftDerived } = createLocks({ clock, vault }, { trust, notifications, lockAccount });
  const audit = createAuditLog({ db, clock, vault }, { profile });

  /**
   * Decides a report. The user can read the reason.
   * @throws AppError not_found, forbidden, conflict (also for a report to which something was added that the moderator has not seen)
   */
  async function decide(
    moderatorId: string,
    reportId: string,
    { action, reason, additions }: DecisionBody,
  ): Promise<void> {
    const now = clock.now();
    const found = await store.findReport(db, reportId);
    if (!found) throw new AppError('not_found');
    await assertUninvolved(db, moderatorId, found.subjectId, found.reporterId);
    const { status, until, locks, trustChange } = decideConsequences(action, found.category, now);
    await withTransactionRetry(db, async (tx) => {
      await store.lockSanctions(tx, found.subjectId);
      const open = await lockReadReport(vault, tx, reportId, additions);
      await store.updateReportStatus(tx, reportId, status, now);
      const userId = open.subjectId;
      await audit.add(tx, { moderatorId, action, subjectId: userId, reason });
      if (open.reporterId && (await store.accountExists(tx, open.reporterId)))
        await notifications.notify(tx, { userId: open.reporterId, ...outcomeNotification(status, reportId) });
      if (action === 'dismiss') return;
      const sanction = await store.insertSanction(tx, {
        userId,
        reportId,
        moderatorId,
        action,
        reason: await text.seal(tx, `user:${userId}`, reason),
        until,
        at: now,
      });
      if (trustChange) await trust.applyEvent(tx, { userId, cause: trustChange, subjectId: reportId });
      if (locks) await applyLock(tx, userId);
      if (action === 'ban') await marks.addBanMarks(tx, userId, sanction.id);
      await notifications.notify(tx, { userId, ...sanctionNotification(action, reportId) });
    });
  }

  /** Answers an appeal; a granted one lifts the sanction. @throws AppError not_found, forbidden, conflict */
  async function decideAppeal(
    moderatorId: string,
    id: string,
    { grant, answer }: { grant: boolean; answer: string },
  ): Promise<void> {
    const status = grant ? ('granted' as const) : ('refused' as const);
    await withTransactionRetry(db, async (tx) => {
      const subject = await store.findSanction(tx, id);
      if (!subject) throw new AppError('not_found');
      await store.lockSanctions(tx, subject.userId);
      const sealedAnswer = await text.seal(tx, `user:${subject.userId}`, answer);
      const sanction = await store.updateAppealAnswer(tx, id, { status, text: sealedAnswer });
      if (!sanction) throw new AppError('conflict');
      const { userId, reportId } = sanction;
      await assertUninvolved(tx, moderatorId, ...((await store.listInvolved(tx, [id])).get(id) ?? []));
      const action = `appeal_${status}`;
      await audit.add(tx, { moderatorId, action, subjectId: userId, reason: answer });
      if (grant) {
        await lift(tx, userId, reportId);
        await marks.deleteBanMarks(tx, id);
        await liftDerived(tx, id);
      }
      await notifications.notify(tx, { userId, ...appealNotification(id) });
    });
  }

  return {
    decide,
    decideAppeal,
    /** Adds the decision about a selfie to the audit log. */
    recordSelfie: (tx: Tx, decision: SelfieDecision) => audit.add(tx, toAuditEntry(decision)),
    listAuditEntries: audit.listEntries,
  };
}

interface SelfieDecision {
  moderatorId: string;
  subjectId: string;
  refusal: SelfieRefusal | null;
}

function toAuditEntry({ refusal, ...decision }: SelfieDecision) {
  const action = refusal ? ('selfie_refused' as const) : ('selfie_accepted' as const);
  return { ...decision, action, reason: refusal ? SELFIE_REFUSAL_TEXTS[refusal] : 'The same person as on the photos.' };
}

/** An open report, locked, to which nothing was added since the moderator read it. @throws AppError conflict */
async function lockReadReport(vault: Vault, tx: Tx, id: string, additions: number): Promise<store.ReportRow> {
  const report = await store.lockReport(tx, id);
  if (report?.status !== 'open') throw new AppError('conflict');
  if (countAdditions(await openReportDetails(vault, tx, report)) !== additions)
    throw new AppError('conflict', 'Something was added to this report. Read it before you decide.');
  return report;
}

const ANOTHER_MODERATOR = 'Another moderator has to decide this.';

/**
 * @throws AppError forbidden for a moderator who looks at or decides what concerns them, with this account or another of theirs, or
 * somebody whom they met as a user
 */
export async function assertUninvolved(
  db: Db,
  moderatorId: string,
  ...involved: (string | null | undefined)[]
): Promise<void> {
  const concerning = await store.listConcerning(db, moderatorId);
  if (concerning.some((id) => involved.includes(id))) throw new AppError('forbidden', ANOTHER_MODERATOR);
}

/** The queue as numbers, for the metrics. */
export async function measureQueue({ db, clock }: Pick<Core, 'db' | 'clock'>) {
  const { open, oldestInquiry, ...rest } = await store.measureQueue(db);
  const now = clock.now().getTime();
  const age = (times: readonly (Date | null)[]) =>
    Math.max(0, ...times.map((at) => (now - (at?.getTime() ?? now)) / 1_000));
  const urgent = open.filter(({ severity }) => severity === SEVERITY_MAX);
  const oldestSeconds = {
    urgent_reports: age(urgent.map(({ oldest }) => oldest)),
    reports: age(open.map(({ oldest }) => oldest)),
    messages: age([oldestInquiry]),
  };
  return { open, ...rest, oldestSeconds };
}
