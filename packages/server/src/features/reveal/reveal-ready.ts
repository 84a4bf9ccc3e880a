import { REVEAL_STAGES } from '@soulsight/contract/reveal-stages';
import type { RevealContext } from './reveal.deps.ts';
import { askWait, lastStageFrom, mayAsk } from './reveal.rules.ts';
import { listAskRows, listReadiness } from './reveal.store.ts';

/** The ids of the matches whose next stage a user may ask for now, by the rules of asking and the last known trust levels. */
export async function listReady({ db, clock }: Pick<RevealContext, 'db' | 'clock'>, userId: string): Promise<string[]> {
  const now = clock.now();
  const rows = (await listAskRows(db, userId)).filter(isNear);
  if (rows.length === 0) return [];
  const users = await listReadiness(db, [userId, ...rows.map(({ otherId }) => otherId)]);
  const demoUserIds = new Set(users.filter((user) => user.isDemo).map(({ id }) => id));
  const photoUserIds = new Set(users.filter((user) => user.hasPhoto).map(({ id }) => id));
  return rows
    .filter(({ otherId, steppedBackAt, steppedBackBy, ...row }) => {
      const withDemoUser = demoUserIds.has(userId) || demoUserIds.has(otherId);
      const steppedBack = steppedBackAt && { at: steppedBackAt, byCaller: steppedBackBy === userId };
      const facts = {
        ...row,
        pending: null,
        wait: askWait({ ...row, steppedBack }, withDemoUser, now),
        withoutPhoto: { me: !photoUserIds.has(userId), other: !photoUserIds.has(otherId) },
        lastStageFrom: lastStageFrom(row.mutualAt ?? now, withDemoUser),
      };
      return mayAsk(facts, userId, now);
    })
    .map(({ matchId }) => matchId);
}

/** Whether nobody has asked yet and the pair's trust reaches the next stage. Most matches are left out by this alone. */
function isNear({ requesterId, stage, trustLevel }: { requesterId: string | null; stage: number; trustLevel: number }) {
  const next = REVEAL_STAGES[stage + 1];
  return requesterId === null && next !== undefined && trustLevel >= next.minTrust;
}
