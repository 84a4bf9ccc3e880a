import { ITEMS } from '@soulsight/affinity/questionnaire';
import { type Random, randomNormal, seededRandom } from '@soulsight/affinity/science/random';
import { getBgpCompatibility, postBgpQuestions, type Reason } from '@soulsight/contract/bgp';
import { getMatch } from '@soulsight/contract/match';
import { TRAITS, type Trait } from '@soulsight/contract/traits';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { farPlace } from '../../testing/test-users.ts';
import { bgpProfiles } from '../bgp/bgp.tables.ts';
import { type BuiltDater, buildDater } from '../demo/builders/dater.builder.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

const EACH_SIDE = 6;
/** What the words of a reason stand for on average, in log-odds. */
const LEVELS = { slight: 0.1, some: 0.6, strong: 2.5 };
const DIRECTIONS = { for: 1, against: -1, even: 0 };

type Person = BuiltDater & { answered: ReadonlySet<Trait> };

/** Somebody who answered the questions of about two thirds of the traits, and about whom decisions said something. */
async function buildPerson(
  gender: 'woman' | 'man',
  place: ReturnType<typeof farPlace>,
  random: Random,
): Promise<Person> {
  const user = await buildDater(app.features, { gender, profile: { place } });
  const answered = new Set(TRAITS.filter(() => random() < 0.65));
  const level = new Map(TRAITS.map((trait) => [trait, randomNormal(random)]));
  const answers = ITEMS.filter(({ trait }) => answered.has(trait)).map(({ id, trait, keyed }) => {
    const towards = Math.min(5, Math.max(1, Math.round(3.4 + (level.get(trait) ?? 0) + 0.5 * randomNormal(random))));
    return { id, answer: keyed === 1 ? towards : 6 - towards };
  });
  (await app.call(postBgpQuestions, { as: user, body: { answers } })).ok();
  const [a, b] = [1.6 * randomNormal(random), 1.2 * randomNormal(random)];
  await app.database.db.update(bgpProfiles).set({ a, va: 0.3, b, vb: 0.3 }).where(eq(bgpProfiles.userId, user.id));
  return { ...user, answered };
}

function expectWellFormed(reasons: readonly Reason[], one: Person, other: Person): void {
  const named = reasons.filter(({ key }) => key !== 'everything_else');
  const sizes = named.map(({ level }) => Object.keys(LEVELS).indexOf(level));
  expect(named.length).toBeGreaterThan(0);
  expect(sizes).toEqual(sizes.toSorted((x, y) => y - x));
  expect(reasons.slice(0, -1)).toEqual(named.slice(0, reasons.length - 1));
  for (const { key, text } of reasons) {
    if (TRAITS.includes(key as Trait)) {
      expect(one.answered, text).toContain(key);
      expect(other.answered, text).toContain(key);
    }
    if (key === 'deciding') expect(text).toMatch(/^How you both tend to decide/);
    expect(text).not.toMatch(/\d/);
  }
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const mean = (x: readonly number[]) => x.reduce((sum, value) => sum + value, 0) / x.length;
  const [m, n] = [mean(one), mean(other)];
  const products = (x: readonly number[], mx: number, y: readonly number[], my: number) =>
    x.reduce((sum, value, k) => sum + (value - mx) * ((y[k] ?? 0) - my), 0);
  return products(one, m, other, n) / Math.sqrt(products(one, m, one, m) * products(other, n, other, n));
}

it('the reasons that two people read are the same for both, rest on what both told, and add up to the score', async () => {
  const random = seededRandom(10);
  const place = farPlace();
  const people = async (gender: 'woman' | 'man') => {
    const built: Person[] = [];
    for (let n = 0; n < EACH_SIDE; n++) built.push(await buildPerson(gender, place, random));
    return built;
  };
  const [women, men] = [await people('woman'), await people('man')];
  const pairs: { told: number; score: number }[] = [];
  for (const woman of women)
    for (const man of men) {
      const { id } = await app.features.match.introduce(woman.id, man.id);
      await app.features.match.introduce(man.id, woman.id);
      const see = async (as: Person) => (await app.call(getBgpCompatibility, { as, params: { id } })).ok();
      const [hers, his] = [await see(woman), await see(man)];
      expect(his).toEqual(hers);
      expect((await app.call(getMatch, { as: woman, params: { id } })).ok().reasons).toEqual(hers.reasons);
      expectWellFormed(hers.reasons, woman, man);
      const told = hers.reasons
        .filter(({ key }) => key !== 'everything_else')
        .reduce((sum, { direction, level }) => sum + DIRECTIONS[direction] * LEVELS[level], 0);
      pairs.push({ told, score: Math.log(hers.overall_score / (100 - hers.overall_score)) });
    }
  const explained =
    correlation(
      pairs.map(({ told }) => told),
      pairs.map(({ score }) => score),
    ) ** 2;
  expect(explained).toBeGreaterThan(0.7);
});
