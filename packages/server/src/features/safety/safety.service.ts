import type { EndpointBody } from '@soulsight/contract/endpoint';
import { AppError } from '@soulsight/contract/errors';
import type { ModerationReport, postModerationDecision, postReport } from '@soulsight/contract/safety';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import type { ChatService } from '../chat/chat.service.ts';
import type { MatchService } from '../match/match.service.ts';
import type { PairFacts } from '../match/pair-facts.service.ts';
import type { NotificationsService } from '../notifications/notifications.service.ts';
import type { ProfileService } from '../profile/profile.service.ts';
import type { TrustService } from '../trust/trust.service.ts';
import { decideConsequences, sanctionNotification } from './safety.rules.ts';
import * as store from './safety.store.ts';

type ReportBody = EndpointBody<typeof postReport>;
type DecisionBody = EndpointBody<typeof postModerationDecision>;

/** A message as evidence. */
export interface Evidence {
  sender_id: string;
  content: string;
  timestamp: string;
}

/** The services that safety uses. */
export interface SafetyDeps {
  pairs: Pick<PairFacts, 'findPairBetween'>;
  match: Pick<MatchService, 'close'>;
  chat: Pick<ChatService, 'listEvidence'>;
  profile: Pick<ProfileService, 'getDisplayName' | 'getFirstNames'>;
  trust: Pick<TrustService, 'applyEvent' | 'revertEvent'>;
  notifications: Pick<NotificationsService, 'notify'>;
  /**
   * Until `until` the user is shown to nobody and can write to nobody; null unlocks. Their open sessions and sockets
   * learn of it after the commit.
   */
  lockAccount(tx: Tx, userId: string, until: Date | null): Promise<void>;
}

export type SafetyService = ReturnType<typeof createSafetyService>;

const reportKey = (id: string) => `report:${id}` as const;
const UNKNOWN_NAME = 'Someone who left';
const FOREVER = new Date('9999-12-31T00:00:00Z');

export function createSafetyService(
  deps: Pick<Core, 'db' | 'clock' | 'vault'>,
  { pairs, match, chat, profile, trust, notifications, lockAccount }: SafetyDeps,
) {
  const { db, clock, vault } = deps;

  /** Blocks someone one has met: everything between the two closes at once. @throws AppError not_found */
  async function block(userId: string, otherId: string): Promise<void> {
    const pair = userId === otherId ? null : await pairs.findPairBetween(db, userId, otherId);
    if (!pair) throw new AppError('not_found');
    const name = await profile.getDisplayName(otherId, pair.stage);
    await db.transaction(async (tx) => {
      await store.insertBlock(tx, { userId, blockedId: otherId, name, at: clock.now() });
      await match.close(tx, pair.matchId, 'blocked');
    });
  }

  async function listBlocks(userId: string) {
    const rows = await store.listBlocks(db, userId);
    return rows.map((row) => ({ id: row.blockedId, name: row.name, at: row.at.toISOString() }));
  }

  /** Reports someone one has met, with messages of their conversation as evidence. @throws AppError not_found */
  async function report(userId: string, otherId: string, body: ReportBody) {
    const pair = userId === otherId ? null : await pairs.findPairBetween(db, userId, otherId);
    if (!pair) throw new AppError('not_found');
    const evidence = await chat.listEvidence(db, userId, otherId, body.message_ids);
    const id = crypto.randomUUID();
    const row = await db.transaction(async (tx) =>
      store.insertReport(tx, {
        id,
        reporterId: userId,
        subjectId: otherId,
        category: body.category,
        details: await vault.seal(tx, reportKey(id), { details: body.details, evidence }),
        createdAt: clock.now(),
      }),
    );
    return { id: row.id, status: row.status, created_at: row.createdAt.toISOString() };
  }

  async function listSanctions(userId: string) {
    const rows = await store.listSanctions(db, userId);
    return rows.map((row) => ({
      id: row.id,
      action: row.action,
      reason: row.reason,
      at: row.at.toISOString(),
      until: row.until?.toISOString() ?? null,
      appeal:
        row.appealStatus === null
          ? null
          : { text: row.appealText ?? '', status: row.appealStatus, answer: row.appealAnswer },
    }));
  }

  /** @throws AppError not_found, conflict where it was appealed before */
  async function appeal(userId: string, id: string, text: string): Promise<void> {
    if (await store.updateAppeal(db, userId, id, text)) return;
    const sanction = await store.findSanction(db, id);
    throw new AppError(sanction?.userId === userId ? 'conflict' : 'not_found');
  }

  async function listReports(
    page: Parameters<typeof store.listReports>[1],
  ): Promise<(ModerationReport & { createdAt: Date })[]> {
    const rows = await store.listReports(db, page);
    const names = await profile.getFirstNames(rows.flatMap((row) => [row.reporterId, row.subjectId]));
    const upheld = await store.countUpheld(
      db,
      rows.map((row) => row.subjectId),
    );
    return Promise.all(
      rows.map(async (row) => {
        const opened = await vault.openJson<{ details: string; evidence: Evidence[] }>(
          db,
          reportKey(row.id),
          row.details,
        );
        return {
          id: row.id,
          category: row.category,
          ...opened,
          status: row.status,
          created_at: row.createdAt.toISOString(),
          createdAt: row.createdAt,
          reporter: { id: row.reporterId, name: names.get(row.reporterId) ?? UNKNOWN_NAME },
          subject: {
            id: row.subjectId,
            name: names.get(row.subjectId) ?? UNKNOWN_NAME,
            upheld_before: upheld.get(row.subjectId) ?? 0,
          },
        };
      }),
    );
  }

  /** Decides a report: what follows for the person, with the reason they read. @throws AppError not_found, forbidden, conflict */
  async function decide(moderatorId: string, reportId: string, { action, reason }: DecisionBody): Promise<void> {
    const now = clock.now();
    const found = await store.findReport(db, reportId);
    if (!found) throw new AppError('not_found');
    assertOther(moderatorId, found.subjectId);
    const consequences = decideConsequences(action, found.category, now);
    await db.transaction(async (tx) => {
      const closed = await store.updateReportStatus(tx, reportId, consequences.status, now);
      if (!closed) throw new AppError('conflict');
      const userId = closed.subjectId;
      await store.insertAudit(tx, { moderatorId, action, subjectId: userId, reason, at: now });
      if (action === 'dismiss') return;
      await store.insertSanction(tx, { userId, reportId, action, reason, until: consequences.until, at: now });
      if (consequences.trust) await trust.applyEvent(tx, { userId, cause: consequences.trust, subjectId: reportId });
      if (consequences.locks) await applyLock(tx, userId);
      const notice = sanctionNotification(action);
      await notifications.notify(tx, {
        userId,
        kind: 'safety',
        href: '/settings',
        groupKey: `sanction:${reportId}`,
        ...notice,
      });
    });
  }

  async function listAppeals() {
    const rows = await store.listOpenAppeals(db);
    const names = await profile.getFirstNames(rows.map((row) => row.userId));
    return rows.map((row) => ({
      sanction_id: row.id,
      person: names.get(row.userId) ?? UNKNOWN_NAME,
      action: row.action,
      reason: row.reason,
      text: row.appealText ?? '',
      at: row.at.toISOString(),
    }));
  }

  /** Answers an appeal; a granted one lifts the sanction. @throws AppError not_found, forbidden, conflict */
  async function decideAppeal(
    moderatorId: string,
    id: string,
    body: { grant: boolean; answer: string },
  ): Promise<void> {
    await db.transaction(async (tx) => {
      const status = body.grant ? ('granted' as const) : ('refused' as const);
      const sanction = await store.updateAppealAnswer(tx, id, { status, text: body.answer });
      if (!sanction) throw new AppError((await store.findSanction(tx, id)) ? 'conflict' : 'not_found');
      const at = clock.now();
      const { userId, reportId } = sanction;
      assertOther(moderatorId, userId);
      await store.insertAudit(tx, {
        moderatorId,
        action: `appeal_${status}`,
        subjectId: userId,
        reason: body.answer,
        at,
      });
      if (body.grant) await lift(tx, userId, reportId);
      await notifications.notify(tx, {
        userId,
        kind: 'safety',
        title: 'Your appeal was answered',
        body: 'You can read the answer in Settings.',
        href: '/settings',
        groupKey: `appeal:${id}`,
      });
    });
  }

  /** A granted appeal undoes what the decision did, but for what other decisions still say. */
  async function lift(tx: Tx, userId: string, reportId: string): Promise<void> {
    await applyLock(tx, userId);
    for (const cause of ['report_upheld', 'serious_report_upheld'] as const)
      await trust.revertEvent(tx, { userId, cause, subjectId: reportId });
  }

  async function applyLock(tx: Tx, userId: string): Promise<void> {
    const until = await store.findLockEnd(tx, userId, clock.now());
    await lockAccount(tx, userId, until === 'always' ? FOREVER : until);
  }

  async function listAuditEntries(page: Parameters<typeof store.listAudit>[1]) {
    const rows = await store.listAudit(db, page);
    const names = await profile.getFirstNames(rows.flatMap((row) => [row.moderatorId, row.subjectId]));
    return rows.map((row) => ({
      id: row.id,
      row,
      entry: {
        at: row.at.toISOString(),
        moderator: names.get(row.moderatorId) ?? UNKNOWN_NAME,
        action: row.action,
        subject: names.get(row.subjectId) ?? UNKNOWN_NAME,
        reason: row.reason,
      },
    }));
  }

  return {
    block,
    unblock: (userId: string, otherId: string) => store.deleteBlock(db, userId, otherId),
    listBlocks,
    report,
    listSanctions,
    appeal,
    listReports,
    decide,
    listAppeals,
    decideAppeal,
    listAuditEntries,
  };
}

/** Nobody moderates themself. @throws AppError forbidden */
function assertOther(moderatorId: string, subjectId: string): void {
  if (moderatorId === subjectId) throw new AppError('forbidden', 'Another moderator has to decide this.');
}
