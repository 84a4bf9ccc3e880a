import { postBgpCompatibility } from '@soulsight/contract/bgp';
import { ENDPOINTS } from '@soulsight/contract/endpoints';
import {
  deleteMatch,
  postMatchAccept,
  postMatchFind,
  postMatchLetKnow,
  postMatchLikes,
  postMatchPass,
} from '@soulsight/contract/match';
import { getExport } from '@soulsight/contract/profile';
import { DAY_MS, HOUR_MS } from '@soulsight/contract/time';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Belongings } from '../../testing/callers.ts';
import { callByName } from '../../testing/contract-requests.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { farPlace, givePremium, signInAgain } from '../../testing/test-users.ts';
import { type BuiltDater, buildDater } from '../demo/builders/dater.builder.ts';
import { SWEEP_JOB } from './match.jobs.ts';
import { SUGGESTION_LIFE_MS } from './match.rules.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
});
afterAll(() => app.stop());

const NOTHING = '00000000-0000-4000-8000-000000000000';

type People = { mia: BuiltDater; tom: BuiltDater; matchId: string };
const like = (as: BuiltDater, id: string) => app.call(postMatchAccept, { as, params: { id }, body: {} });

/** What Tom does about Mia, who was shown him as he was shown her. */
const DECISIONS = {
  nothing: async () => {},
  likes: async ({ tom, matchId }) => void (await like(tom, matchId)).ok(),
  passes: async ({ tom, matchId }) =>
    void (await app.call(postMatchPass, { as: tom, body: { match_id: matchId } })).ok(),
  'lets her know': async ({ tom, matchId }) => {
    (await like(tom, matchId)).ok();
    (await app.call(postMatchLetKnow, { as: tom, params: { id: matchId } })).ok();
  },
  'takes a like back': async ({ tom, matchId }) => {
    (await like(tom, matchId)).ok();
    (await app.call(deleteMatch, { as: tom, params: { id: matchId } })).ok();
  },
} satisfies Record<string, (people: People) => Promise<void>>;

interface Step {
  afterMs: number;
  act: (people: People) => Promise<unknown>;
}
const pause = (paused: boolean): Step => ({
  afterMs: HOUR_MS,
  act: ({ tom }) => app.features.profile.update(tom.id, { paused }),
});
const growOld: Step = { afterMs: SUGGESTION_LIFE_MS + HOUR_MS, act: () => app.core.jobs.send(SWEEP_JOB, {}) };
const likeHim: Step = {
  afterMs: HOUR_MS,
  act: async ({ mia, matchId }) => (await like(await signInAgain(app, mia), matchId)).ok(),
};

/** What happens afterwards, the same whatever Tom decided. */
const STORIES: { title: string; decisions: (keyof typeof DECISIONS)[]; steps: Step[] }[] = [
  {
    title: 'she waits, and he pauses for a while',
    decisions: ['likes', 'passes'],
    steps: [pause(true), pause(false)],
  },
  { title: 'she waits until the suggestion is old', decisions: ['likes', 'passes'], steps: [growOld] },
  {
    title: 'she likes him, and he pauses for a while',
    decisions: ['passes', 'takes a like back'],
    steps: [likeHim, pause(true), growOld],
  },
];

/** Every answer, event and email that Mia gets, with ids, times and places of both worlds made alike. */
async function watch(decide: (people: People) => Promise<void>, steps: readonly Step[]): Promise<string[]> {
  // Midnight, so that the limits of the day end at the same moment in both worlds.
  const start = Math.ceil(app.clock.now().getTime() / DAY_MS) * DAY_MS;
  app.clock.set(new Date(start));
  const place = farPlace();
  const build = (name: string, gender: 'woman' | 'man') =>
    buildDater(app.features, { name, gender, profile: { place } });
  const [mia, tom] = [await build('Mia', 'woman'), await build('Tom', 'man')];
  await givePremium(app, mia);
  const found = (await app.call(postMatchFind, { as: mia })).ok();
  const people: People = { mia, tom, matchId: found.id };
  expect((await app.call(postMatchFind, { as: tom })).ok().id).toBe(found.id);

  const seen: [string, unknown][] = [];
  for (const { afterMs, act } of [{ afterMs: 0, act: decide }, ...steps]) {
    // Later than the session before, so that the list of sessions has one order.
    app.clock.advance(afterMs + 1);
    const as = await signInAgain(app, mia);
    const socket = await app.socket(as);
    await socket.next('auth_success');
    await socket.next('bgp_sync');
    await act(people);
    await app.drain();
    seen.push(...(await ask({ ...people, mia: as })));
    await socket.request('heartbeat');
    seen.push(['events', socket.pending().map(({ type, payload }) => ({ type, payload }))]);
    await socket.close();
  }
  seen.push(['emails', app.mails(mia.email).map(({ subject, text }) => ({ subject, text }))]);

  const ids = new Map<string, number>();
  const numbered = (id: string) => `id ${ids.get(id) ?? ids.set(id, ids.size).get(id)}`;
  return seen.map(([what, answer]) =>
    `${what} ${JSON.stringify(answer)}`
      .replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, numbered)
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => `${Math.round((Date.parse(at) - start) / HOUR_MS)} hours`)
      .replaceAll(found.person.alias, 'alias')
      .replaceAll(/\\"seed\\":\d+,\\"hues\\":\[[\d,]+\]/g, 'colours')
      .replaceAll(/\\"place\\":\{[^}]*\}/g, 'place'),
  );
}

/** Everything that Mia can ask without changing anything, and the search. */
async function ask({ mia, tom, matchId }: People): Promise<[string, unknown][]> {
  const its: Belongings = {
    ...{ conversationId: NOTHING, messageId: NOTHING, notificationId: NOTHING, photoId: NOTHING, cardId: NOTHING },
    ...{ invoiceId: NOTHING, reportId: NOTHING, sanctionId: NOTHING, contactBlockId: NOTHING, sessionId: NOTHING },
    ...{ selfieId: NOTHING, inquiryId: NOTHING, suggestionId: NOTHING, userId: tom.id, email: mia.email, matchId },
  };
  const answers: [string, unknown][] = [];
  for (const { name, endpoint } of ENDPOINTS) {
    // The part of the export about matches is below; the questions and places are long, and the same for everyone.
    if (endpoint.method !== 'GET' || ['getExport', 'getBgpQuestions', 'getPlaces'].includes(name)) continue;
    const { statusCode, body } = await callByName(app.http, name, its, mia);
    answers.push([name, [statusCode, body]]);
  }
  const scores = await app.call(postBgpCompatibility, { as: mia, body: { user_bgp: mia.id, other_bgp: tom.id } });
  const search = await app.call(postMatchFind, { as: mia });
  const likes = await app.call(postMatchLikes, { as: mia });
  answers.push(['postMatchLikes', [likes.status, likes.raw.body]]);
  answers.push(['postBgpCompatibility', scores.raw.body], ['postMatchFind', [search.status, search.raw.body]]);
  answers.push(['match_states', await app.features.match.listStates(mia.id)]);
  answers.push(['archive', await app.features.match.archive(mia.id)]);
  return answers;
}

it.each(STORIES)('nothing that she can see depends on what he decided: $title', async ({ decisions, steps }) => {
  const usual = await watch(DECISIONS.nothing, steps);
  for (const decision of decisions) {
    const seen = await watch(DECISIONS[decision], steps);
    const differences = seen.filter((answer, n) => answer !== usual[n]);
    expect(differences, decision).toEqual([]);
    expect(seen).toHaveLength(usual.length);
  }
});

it('the reasons that she exports do not contain the like of somebody who said yes before she met him', async () => {
  const place = farPlace();
  const mia = await buildDater(app.features, { gender: 'woman', profile: { place } });
  const tom = await buildDater(app.features, { gender: 'man', profile: { place } });
  const { id } = (await app.call(postMatchFind, { as: tom })).ok();
  (await like(tom, id)).ok();
  await app.drain();
  const found = (await app.call(postMatchFind, { as: mia })).ok();
  expect(found.id).toBe(id);
  const { rawPayload } = (await app.call(getExport, { as: mia })).raw;
  const exported = JSON.parse(strFromU8(unzipSync(rawPayload)['matches.json'] as Uint8Array));
  expect(exported).toMatchObject([{ match_id: id, reasons: found.reasons.map(({ text }) => text) }]);
});

/** Where a like shows if its giver chose so, and nowhere else. */
const SHOWS_OPEN_LIKES = ['getMatchLikes', 'postMatchLikes', 'getNotifications', 'events', 'emails'];

it('a like that he lets her know of shows in the number, the list and the notification of likes, and nowhere else', async () => {
  const steps = [pause(true), pause(false)];
  const [usual, seen] = [await watch(DECISIONS.nothing, steps), await watch(DECISIONS['lets her know'], steps)];
  expect(seen).toHaveLength(usual.length);
  // The notification takes a number of its own, which moves those of later ids.
  const unnumbered = (answer: string | undefined) => answer?.replaceAll(/id \d+/g, 'id');
  const where = seen
    .filter((answer, n) => unnumbered(answer) !== unnumbered(usual[n]))
    .map((answer) => answer.split(' ')[0] ?? '');
  expect([...new Set(where)].filter((name) => !SHOWS_OPEN_LIKES.includes(name))).toEqual([]);
  expect(where).toContain('getMatchLikes');
  expect(where).toContain('postMatchLikes');
});
