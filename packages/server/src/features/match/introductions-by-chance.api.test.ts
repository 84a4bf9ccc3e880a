import { postBgpAnalyze } from '@soulsight/contract/bgp';
import { READY_MIN_EVENTS } from '@soulsight/contract/limits';
import { type Match, postMatchFind } from '@soulsight/contract/match';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { farPlace } from '../../testing/test-users.ts';
import { bgpProfiles } from '../bgp/bgp.tables.ts';
import { type BuiltDater, buildDater } from '../demo/builders/dater.builder.ts';
import { matchSides } from './match.tables.ts';

let app: TestApp;
/** The next numbers of chance; afterwards never by chance. */
let chance: number[] = [];
beforeAll(async () => {
  app = await buildTestApp({ random: () => chance.shift() ?? 0.999 });
});
afterAll(() => app.stop());

/** A woman, and four men of whom each is wanted less than the one before. */
async function build(): Promise<{ mia: BuiltDater; men: string[] }> {
  const place = farPlace();
  const mia = await buildDater(app.features, { gender: 'woman', profile: { place } });
  const men: string[] = [];
  for (let n = 0; n < 4; n++) {
    const { id } = await buildDater(app.features, { gender: 'man', profile: { place } });
    men.push(id);
    await app.database.db
      .update(bgpProfiles)
      .set({ b: 1 - n, vb: 0.1 })
      .where(eq(bgpProfiles.userId, id));
  }
  return { mia, men };
}

async function find(as: BuiltDater): Promise<{ match: Match; propensity: number | null | undefined }> {
  const match = (await app.call(postMatchFind, { as })).ok();
  const [side] = await app.database.db
    .select()
    .from(matchSides)
    .where(and(eq(matchSides.matchId, match.id), eq(matchSides.userId, as.id)));
  return { match, propensity: side?.propensity };
}

describe('an introduction', () => {
  it('is the best in nine of ten cases and drawn among the best otherwise, with its probability stored', async () => {
    const first = await build();
    chance = [0.5];
    const best = await find(first.mia);
    expect(best.match.person.id).toBe(first.men[0]);
    expect(best.propensity).toBeCloseTo(0.9 + 0.1 / 4, 9);
    const second = await build();
    chance = [0.05, 0.99];
    const drawn = await find(second.mia);
    expect(second.men.slice(1)).toContain(drawn.match.person.id);
    expect(drawn.propensity).toBeCloseTo(0.1 / 4, 9);
  });

  it('[4.24] of somebody whose profile is not ready is drawn in half of the cases; with ten events it is not', async () => {
    const { mia, men } = await build();
    (await app.call(postBgpAnalyze, { as: mia, body: { user_id: mia.id, retry_fallback: true } })).ok();
    chance = [0.3, 0.99];
    const guess = await find(mia);
    expect(men.slice(1)).toContain(guess.match.person.id);
    expect(guess.propensity).toBeCloseTo(0.5 / 4, 9);

    const other = await build();
    await app.database.db.transaction((tx) =>
      app.features.bgp.recordAll(
        tx,
        other.mia.id,
        Array.from({ length: READY_MIN_EVENTS }, () => ({ type: 'profile_viewed', metadata: { dwell_time: 9 } })),
      ),
    );
    await app.drain();
    chance = [0.3, 0.99];
    const known = await find(other.mia);
    expect(known.match.person.id).toBe(other.men[0]);
  });
});
