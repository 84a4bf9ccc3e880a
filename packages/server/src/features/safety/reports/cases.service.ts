import { AppError } from '@soulsight/contract/errors';
import { LAST_REVEAL_STAGE } from '@soulsight/contract/reveal-stages';
import type { CasePerson, ModerationCase } from '@soulsight/contract/safety';
import type { Core } from '../../../core/core.ts';
import { listSimilarAccounts } from '../marks/marks.store.ts';
import { assertUninvolved } from '../moderation/moderation.service.ts';
import type { createSanctionService } from '../moderation/sanctions.service.ts';
import type { SafetyDeps } from '../safety.deps.ts';
import { UNKNOWN_NAME } from '../safety.rules.ts';
import * as store from '../safety.store.ts';
import type { createReportService } from './reports.service.ts';

/** What a moderator needs to judge one report. */
export function createCaseService(
  { db }: Pick<Core, 'db'>,
  { pairs, profile, photos, trust }: Pick<SafetyDeps, 'pairs' | 'profile' | 'photos' | 'trust'>,
  { presentReports, findStage }: Pick<ReturnType<typeof createReportService>, 'presentReports' | 'findStage'>,
  { listSanctions }: Pick<ReturnType<typeof createSanctionService>, 'listSanctions'>,
) {
  /** @throws AppError not_found; forbidden for what concerns the moderator */
  async function getCase(moderatorId: string, reportId: string): Promise<ModerationCase> {
    const row = await store.findReport(db, reportId);
    if (!row) throw new AppError('not_found');
    const { reporterId, subjectId } = row;
    await assertUninvolved(db, moderatorId, reporterId, subjectId);
    const [presented] = await presentReports([row]);
    if (!presented) throw new AppError('not_found');
    const { createdAt: _, ...report } = presented;
    const pair = reporterId ? await pairs.findPairBetween(db, reporterId, subjectId) : null;
    const stage = (await findStage(row)) ?? pair?.stage ?? null;
    return {
      report,
      stage,
      subject: await findPerson(moderatorId, subjectId),
      reporter: reporterId ? await findPerson(moderatorId, reporterId) : null,
      similar: await listSimilar(moderatorId, subjectId),
    };
  }

  async function findPerson(moderatorId: string, userId: string): Promise<CasePerson | null> {
    const joinedAt = await store.findJoinedAt(db, userId);
    if (!joinedAt) return null;
    const shown = await profile.getPublicProfile(moderatorId, userId, LAST_REVEAL_STAGE);
    const sanctions = await listSanctions(userId);
    return {
      id: userId,
      name: shown.first_name ?? shown.alias,
      joined_at: joinedAt.toISOString(),
      age: shown.age ?? null,
      place_name: shown.place_name ?? null,
      work: shown.work ?? null,
      interests: shown.interests ?? [],
      prompts: shown.prompts ?? [],
      photos: await photos.listForModerator(moderatorId, userId),
      trust_score: (await trust.getScore(userId)).trust_score,
      reports_about: await store.countReports(db, 'subjectId', userId),
      reports_made: await store.countReports(db, 'reporterId', userId),
      sanctions: sanctions.map(({ action, reason, at, until, appeal }) => ({
        action,
        reason,
        at,
        until,
        appeal: appeal?.status ?? null,
      })),
    };
  }

  /** Without accounts that concern the moderator, whose names they may not know. */
  async function listSimilar(moderatorId: string, userId: string): Promise<ModerationCase['similar']> {
    const without = await store.listConcerning(db, moderatorId);
    const found = (await listSimilarAccounts(db, userId)).filter(({ id }) => !without.includes(id));
    const names = await profile.getFirstNames(found.map(({ id }) => id));
    return found.map(({ joinedAt, ...account }) => ({
      ...account,
      name: names.get(account.id) ?? UNKNOWN_NAME,
      joined_at: new Date(joinedAt).toISOString(),
    }));
  }

  return { getCase };
}
