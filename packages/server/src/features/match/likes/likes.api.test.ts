import { OPEN_LIKES_MAX, PASS_UNDO_MS } from '@soulsight/contract/limits';
import {
  deleteMatch,
  getMatch,
  getMatches,
  getMatchLikes,
  postMatchAccept,
  postMatchLikes,
  postMatchPass,
  postMatchUndo,
} from '@soulsight/contract/match';
import { getNotifications } from '@soulsight/contract/notifications';
import { patchMe, postDeleteMe, putPreferences } from '@soulsight/contract/profile';
import { deleteContactBlock, postBlock, postContactBlock } from '@soulsight/contract/safety';
import { DAY_MS } from '@soulsight/contract/time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { buildPreferences, givePremium, signInAgain } from '../../../testing/test-users.ts';
import { buildTown } from '../../../testing/town.ts';
import type { BuiltDater } from '../../demo/builders/dater.builder.ts';
import { SWEEP_JOB } from '../match.jobs.ts';
import { SUGGESTION_LIFE_MS } from '../match.rules.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ rateLimits: false });
});
afterAll(() => app.stop());

const { moveAway, woman, man, premiumWoman, like, likeOpenly, letKnow } = buildTown(() => app);
const count = async (as: BuiltDater) => (await app.call(getMatchLikes, { as })).ok().amount;
const listLikes = async (as: BuiltDater) => (await app.call(postMatchLikes, { as })).ok().matches;
const listNotices = async (as: BuiltDater) =>
  (await app.call(getNotifications, { as })).ok().notifications.filter(({ kind }) => kind === 'like');

describe('a like that its giver lets the other know of', () => {
  it('[6.3] is a rough number for a free user, and with premium a card of the first stage that they can accept', async () => {
    const [mia, tom] = [await woman(), await man('Tom')];
    const id = await likeOpenly(tom, mia);
    expect(await count(mia)).toBe('one');
    (await app.call(postMatchLikes, { as: mia })).refused('premium_required');
    expect((await app.call(getMatches, { as: mia })).ok().matches).toEqual([]);
    expect(await listNotices(mia)).toEqual([
      expect.objectContaining({ title: 'Someone likes you', href: '/matching/likes', read: false }),
    ]);

    await givePremium(app, mia);
    const [card, ...others] = await listLikes(mia);
    expect(others).toEqual([]);
    expect(card).toEqual((await app.call(getMatch, { as: mia, params: { id } })).ok());
    expect(card).toMatchObject({ id, status: 'suggested', mutual_match: false, open_like: false });
    expect(card?.person).toMatchObject({ stage: 0, distance_band: 'very_near' });
    expect(Object.keys(card?.person ?? {}).sort()).toEqual(
      ['age_band', 'alias', 'aura', 'distance_band', 'id', 'is_demo', 'photos_checked', 'stage'].sort(),
    );
    expect((await listNotices(mia)).map(({ read }) => read)).toEqual([true]);
    expect((await listLikes(mia)).map((match) => match.id)).toEqual([id]);
    const accepted = await app.call(postMatchAccept, { as: mia, params: { id }, body: {} });
    expect(accepted.ok().mutual_match).toBe(true);
    expect([await count(mia), await listLikes(mia)]).toEqual(['none', []]);
  });

  it('is counted separately from hidden ones, and shown as a rough amount', async () => {
    const mia = await premiumWoman();
    for (let n = 0; n < 2; n++) await like(await man(), mia);
    const amounts: string[] = [await count(mia)];
    for (let n = 0; n < 5; n++) {
      await likeOpenly(await man(), mia);
      amounts.push(await count(mia));
    }
    expect(amounts).toEqual(['none', 'one', 'few', 'few', 'few', 'many']);
    expect(await listLikes(mia)).toHaveLength(5);
    expect(await listNotices(mia)).toHaveLength(1);
  });

  it('comes once: one event, one notification that names nobody, on open pages too', async () => {
    const [mia, tom] = [await woman(), await man('Tom')];
    const id = await like(tom, mia);
    const socket = await app.socket(mia);
    await socket.next('auth_success');
    await socket.next('bgp_sync');
    await Promise.all([letKnow(tom, id), letKnow(tom, id)]);
    (await letKnow(tom, id)).ok();
    await app.drain();
    await socket.request('heartbeat');
    const events = socket.pending().map(({ type, payload }) => [type, payload.kind]);
    expect(events).toEqual([['notification', 'like']]);
    expect(JSON.stringify(await listNotices(mia))).not.toMatch(new RegExp(`Tom|${id}|${tom.id}`));
  });
});

describe('an open like disappears', () => {
  const endings: [string, (people: { mia: BuiltDater; tom: BuiltDater; id: string }) => Promise<unknown>][] = [
    ['when it is taken back', ({ tom, id }) => app.call(deleteMatch, { as: tom, params: { id } })],
    ['when its giver pauses', ({ tom }) => app.call(patchMe, { as: tom, body: { paused: true } })],
    ['when its giver leaves', ({ tom }) => app.call(postDeleteMe, { as: tom, body: { confirm: 'DELETE' } })],
    ['when its giver blocks', ({ mia, tom }) => app.call(postBlock, { as: tom, params: { id: mia.id } })],
    [
      'when its giver blocked the address before',
      ({ mia, tom }) => app.call(postContactBlock, { as: tom, body: { contact: mia.email } }),
    ],
    ['when the receiver passes', ({ mia, id }) => pass(mia, id)],
  ];
  async function pass(as: BuiltDater, id: string) {
    await listLikes(as);
    return await app.call(postMatchPass, { as, body: { match_id: id } });
  }

  it.each(endings)('%s', async (_when, end) => {
    const [mia, tom] = [await premiumWoman(), await man()];
    const id = await likeOpenly(tom, mia);
    expect(await count(mia)).toBe('one');
    expect(await end({ mia, tom, id })).toMatchObject({ status: 200 });
    expect([await count(mia), await listLikes(mia)]).toEqual(['none', []]);
  });

  it('when a moderator locks its giver, and when it grows old, met or not', async () => {
    const [mia, zoe] = [await premiumWoman(), await premiumWoman()];
    const tom = await man();
    await likeOpenly(tom, mia);
    await likeOpenly(tom, zoe);
    expect(await listLikes(mia)).toHaveLength(1);
    expect(await count(zoe)).toBe('one');
    app.clock.advance(SUGGESTION_LIFE_MS + 1);
    await app.core.jobs.send(SWEEP_JOB, {});
    await app.drain();
    for (const each of [mia, zoe]) expect(await count(await signInAgain(app, each))).toBe('none');

    const max = await man();
    await likeOpenly(max, await signInAgain(app, mia));
    await app.features.auth.accounts.setLock(
      app.database.db as never,
      max.id,
      new Date(app.clock.now().getTime() + DAY_MS),
    );
    await app.database.db.transaction((tx) => app.features.profile.refreshDiscoverable(tx, max.id));
    expect(await count(await signInAgain(app, mia))).toBe('none');
  });

  it('for good when it was taken back: liking again stays hidden, and tells nothing a second time', async () => {
    const [mia, tom] = [await woman(), await man()];
    const id = await likeOpenly(tom, mia);
    (await app.call(deleteMatch, { as: tom, params: { id } })).ok();
    app.clock.advance(PASS_UNDO_MS - 1);
    (await app.call(postMatchUndo, { as: tom, params: { id } })).ok();
    const again = await app.call(postMatchAccept, { as: tom, params: { id }, body: {} });
    expect(again.ok().match.open_like).toBe(false);
    (await letKnow(tom, id)).refused('conflict');
    expect(await count(mia)).toBe('none');
    expect(await listNotices(mia)).toHaveLength(1);
  });
});

describe('somebody whom the receiver does not look for', () => {
  it('is neither counted nor announced, and preferences that change to and fro tell nothing about them', async () => {
    const [mia, tom] = [await premiumWoman(), await man()];
    await app.call(patchMe, { as: tom, body: { wishes: buildPreferences({ genders: ['woman'] }) } });
    const narrow = buildPreferences({ age_range: { min: 40, max: 50 } });
    const id = await like(tom, mia);
    (await app.call(patchMe, { as: mia, body: { wishes: narrow } })).ok();
    expect((await letKnow(tom, id)).ok().open_like).toBe(true);
    expect([await count(mia), await listLikes(mia), await listNotices(mia)]).toEqual(['none', [], []]);
    (await app.call(patchMe, { as: mia, body: { wishes: buildPreferences() } })).ok();
    expect(await count(mia)).toBe('none');
    expect((await app.call(getMatch, { as: tom, params: { id } })).ok().open_like).toBe(true);
  });

  it('stays counted whatever the receiver changes afterwards, so that changing tells neither an age nor an address', async () => {
    const [mia, tom] = [await premiumWoman(), await man()];
    await likeOpenly(tom, mia);
    for (const min of [40, 30, 18]) {
      const wishes = buildPreferences({ age_range: { min, max: 60 } });
      (await app.call(patchMe, { as: mia, body: { wishes } })).ok();
      expect(await count(mia)).toBe('one');
    }
    const blocked = (await app.call(postContactBlock, { as: mia, body: { contact: tom.email } })).ok();
    expect(await count(mia)).toBe('one');
    expect(await listLikes(mia)).toEqual([]);
    (await app.call(deleteContactBlock, { as: mia, params: { id: blocked.id } })).ok();
    expect([await count(mia), await listLikes(mia)]).toEqual(['none', []]);
  });

  it('stays once they were met, like any suggestion', async () => {
    const [mia, tom] = [await premiumWoman(), await man()];
    const id = await likeOpenly(tom, mia);
    await listLikes(mia);
    const narrow = buildPreferences({ age_range: { min: 40, max: 50 } });
    (await app.call(patchMe, { as: mia, body: { wishes: narrow } })).ok();
    expect((await listLikes(mia)).map((match) => match.id)).toEqual([id]);
  });
});

describe('the user who likes', () => {
  it('learns nothing: the answers are the same whether the other passed, looks for others or will see it', async () => {
    const outcomes = {
      sees: async () => {},
      passed: async (mia: BuiltDater, tom: BuiltDater) => {
        const { id } = await app.features.match.introduce(mia.id, tom.id);
        (await app.call(postMatchPass, { as: mia, body: { match_id: id } })).ok();
      },
      excludes: async (mia: BuiltDater) => {
        const wishes = buildPreferences({ age_range: { min: 40, max: 50 } });
        (await app.call(patchMe, { as: mia, body: { wishes } })).ok();
      },
    };
    const seen: unknown[] = [];
    for (const decide of Object.values(outcomes)) {
      moveAway();
      const [mia, tom] = [await woman(), await man()];
      const id = await like(tom, mia);
      await decide(mia, tom);
      const told = await letKnow(tom, id);
      await count(mia);
      const [state, left] = [
        await app.call(getMatch, { as: tom, params: { id } }),
        await app.call(getMatchLikes, { as: tom }),
      ];
      const { status, mutual_match, open_like } = state.ok();
      seen.push([
        told.status,
        status,
        mutual_match,
        open_like,
        left.ok(),
        (await app.call(getNotifications, { as: tom })).ok().unread,
      ]);
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });

  it('lets three people know a day, also when asked at once; taking a like back does not give one more', async () => {
    const tom = await man();
    const ids: string[] = [];
    for (let n = 0; n <= OPEN_LIKES_MAX; n++) ids.push(await like(tom, await woman()));
    const answers = await Promise.all(ids.map((id) => letKnow(tom, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429]);
    expect((await app.call(getMatchLikes, { as: tom })).ok().open_likes_left).toBe(0);
    const rest = ids.filter((_, n) => answers[n]?.status === 429)[0] ?? '';
    const told = ids.find((_, n) => answers[n]?.status === 200) ?? '';
    (await app.call(deleteMatch, { as: tom, params: { id: told } })).ok();
    (await letKnow(tom, rest)).refused('rate_limited');
    app.clock.advance(DAY_MS);
    (await letKnow(await signInAgain(app, tom), rest)).ok();
  });

  it('may choose to let everyone know, as far as the number of the day allows; the rest stays hidden', async () => {
    const tom = await man();
    expect((await app.call(putPreferences, { as: tom, body: { open_likes: true } })).ok().open_likes).toBe(true);
    const women: BuiltDater[] = [];
    for (let n = 0; n <= OPEN_LIKES_MAX; n++) {
      women.push(await woman());
      await like(tom, women[n] as BuiltDater);
    }
    expect(await Promise.all(women.map(count))).toEqual(['one', 'one', 'one', 'none']);
    const { matches } = (await app.call(getMatches, { as: tom })).ok();
    expect(matches.filter(({ open_like }) => open_like)).toHaveLength(OPEN_LIKES_MAX);
  });

  it('says yes first, and nobody else can tell for them', async () => {
    const [mia, tom, eve] = [await woman(), await man(), await woman()];
    const { id } = await app.features.match.introduce(tom.id, mia.id);
    (await letKnow(tom, id)).refused('conflict');
    (await letKnow(mia, id)).refused('match_gone');
    (await letKnow(eve, id)).refused('match_gone');
    (await app.call(postMatchPass, { as: tom, body: { match_id: id } })).ok();
    (await letKnow(tom, id)).refused('match_gone');
  });
});
