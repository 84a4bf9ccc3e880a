import { plans, quarrel, warmConversation } from '@soulsight/affinity/science/parallel-conversations';
import { type Random, seededRandom } from '@soulsight/affinity/science/random';
import { fallbackState, shownValue, traitIndex } from '@soulsight/affinity/traits';
import { getBgpProfile } from '@soulsight/contract/bgp';
import { postConversationMessage } from '@soulsight/contract/chat';
import { MINUTE_MS } from '@soulsight/contract/time';
import { TRAITS, type Traits } from '@soulsight/contract/traits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { signInAgain } from '../../../testing/test-users.ts';
import { type BuiltUser, buildPair } from '../../demo/builders/user.builder.ts';

/** 60 people and about a thousand messages, which takes more than a minute: only with `SCIENCE_DRIFT=1`, as in CI. */
const IS_WANTED = process.env.SCIENCE_DRIFT === '1';
const PAIRS = 30;
const MESSAGES = 34;
const DRIFT_LIMIT = 5;
const RUN = 6;
const FULL_MS = 15 * MINUTE_MS;

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

/** Runs of a few messages of a conversation drawn at random, so that an answer follows its message. */
function drawMessages(scripts: readonly { text: string }[][], random: Random): () => string {
  let run: string[] = [];
  return () => {
    if (run.length === 0) {
      const script = scripts[Math.floor(random() * scripts.length)]!;
      const from = Math.floor(random() * (script.length - RUN));
      run = script.slice(from, from + RUN).map(({ text }) => text);
    }
    return run.shift()!;
  };
}

it.skipIf(!IS_WANTED)(
  'people who all write alike stay average: no trait drifts away from 50 or from where a profile starts',
  async () => {
    const random = seededRandom(7);
    const scripts = [warmConversation, plans, quarrel].map((conversation) => conversation('en'));
    const pairs: { users: [BuiltUser, BuiltUser]; id: string; say: () => string }[] = [];
    for (let n = 0; n < PAIRS; n++) {
      const { one, other, matchId } = await buildPair(app.features);
      const { id } = await app.features.chat.start(one.id, matchId);
      pairs.push({ users: [one, other], id, say: drawMessages(scripts, random) });
    }
    for (let n = 0; n < MESSAGES; n++) {
      for (const { users, id, say } of pairs) {
        const as = users[n % 2] as BuiltUser;
        const body = { content: say() };
        (await app.call(postConversationMessage, { as, params: { id }, body })).ok();
      }
      app.clock.advance(MINUTE_MS);
      // Jobs run after batches of different sizes.
      if (n % 5 === 0) await app.drain();
    }
    await app.drain();
    const profiles: Traits[] = [];
    for (const user of pairs.flatMap(({ users }) => users))
      profiles.push((await app.call(getBgpProfile, { as: await signInAgain(app, user) })).ok().traits);
    const moved = TRAITS.filter((trait) => profiles.some((traits) => traits[trait] !== profiles[0]?.[trait]));
    expect(moved.length).toBeGreaterThan(10);
    for (const trait of TRAITS) {
      const mean = profiles.reduce((sum, traits) => sum + (traits[trait] ?? 50), 0) / profiles.length;
      const start = shownValue(fallbackState(), traitIndex(trait));
      expect(mean, trait).toBeGreaterThan(Math.min(50, start) - DRIFT_LIMIT);
      expect(mean, trait).toBeLessThan(Math.max(50, start) + DRIFT_LIMIT);
    }
  },
  FULL_MS,
);
