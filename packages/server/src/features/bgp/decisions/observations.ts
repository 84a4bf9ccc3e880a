import type { Observation, Rating } from '@soulsight/affinity/observations';
import type { FeedbackAnswer } from '@soulsight/contract/feedback';
import type { Vault } from '../../../core/crypto/vault.ts';
import type { Db } from '../../../core/db/types.ts';
import { listObservations, listRatingRows } from './observation.store.ts';

const OBSERVATIONS_MAX = 40_000;
const RATINGS_MAX = 20_000;

/** Everything that users' behaviour and answers say about each other, each with its match. Only of pairs who both consent. */
export async function collectObservations(
  db: Db,
  vault: Pick<Vault, 'openMany'>,
  now: Date,
): Promise<{ observations: (Observation & { matchId: string })[]; ratings: (Rating & { matchId: string })[] }> {
  const rows = await listRatingRows(db, RATINGS_MAX);
  const texts = await vault.openMany(
    db,
    rows.map(({ answer }) => answer),
  );
  const ratings = rows.flatMap(({ matchId, rater, rated }, n) => {
    const text = texts[n];
    if (text == null) return [];
    const { rating, words } = JSON.parse(text) as FeedbackAnswer;
    return [{ matchId, rater, rated, liking: rating, words }];
  });
  return { observations: await listObservations(db, now, OBSERVATIONS_MAX), ratings };
}
