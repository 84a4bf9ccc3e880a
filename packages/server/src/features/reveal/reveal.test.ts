import { randomUUID } from 'node:crypto';
import {
  DEMO_CLOCK_SPEED,
  REVEAL_CHANGED_MIND_WAIT_MS,
  REVEAL_DECLINE_FINAL_MS,
  REVEAL_KEPT_AFTER_MS,
  REVEAL_LAST_STAGE_AFTER_MS,
  REVEAL_STEP_BACK_WAIT_MS,
} from '@soulsight/contract/limits';
import { deleteMatch, getMatch, getMatches } from '@soulsight/contract/match';
import { getNotifications } from '@soulsight/contract/notifications';
import {
  getRevealStatus,
  postReveal,
  postRevealAccept,
  postRevealDecline,
  postRevealRequest,
  postRevealStepBack,
} from '@soulsight/contract/reveal';
import { LAST_REVEAL_STAGE, REVEAL_STAGES, revealStage } from '@soulsight/contract/reveal-stages';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';
import { eq, sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATIONS_DIR } from '../../core/db/migrate.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { buildConversation, signInAgain, talkForDays } from '../../testing/test-users.ts';
import { users } from '../auth/auth.tables.ts';
import { type BuiltDater, buildDater } from '../demo/builders/dater.builder.ts';
import { matches } from '../match/match.tables.ts';
import { insertPhoto } from '../profile/profile.store.ts';
import { photos } from '../profile/profile.tables.ts';
import { revealRequests } from './reveal.tables.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

let mia: BuiltDater;
let tom: BuiltDater;
let id: string;
let conversationId: string;
beforeEach(async () => {
  ({ one: mia, other: tom, matchId: id, conversationId } = await buildConversation(app));
  for (const user of [mia, tom]) await givePhoto(user);
});

/** The row of a photo, without its files. */
const givePhoto = ({ id: userId }: BuiltDater) =>
  insertPhoto(app.core.db, {
    ...{ id: randomUUID(), userId, position: 0, width: 100, height: 100 },
    ...{ original: 'a', glimpse: 'b', silhouette: 'c', createdAt: app.clock.now() },
  });

const status = async (as: BuiltDater) => (await app.call(getRevealStatus, { as, params: { id } })).ok();
/** The number of the next stage; 1 when the match is gone. */
async function nextStage(as: BuiltDater): Promise<number> {
  const answer = await app.call(getRevealStatus, { as, params: { id } });
  return answer.status === 200 ? answer.ok().stage + 1 : 1;
}
const ask = async (as: BuiltDater, stage?: number) =>
  app.call(postReveal, {
    as,
    params: { matchId: id },
    body: { stage: stage ?? Math.min(LAST_REVEAL_STAGE, await nextStage(as)) },
  });
const accept = async (as: BuiltDater, stage?: number) =>
  app.call(postRevealAccept, { as, body: { match_id: id, stage: stage ?? (await nextStage(as)) } });
const decline = async (as: BuiltDater) =>
  app.call(postRevealDecline, { as, body: { match_id: id, stage: await nextStage(as) } });
const stepBack = (as: BuiltDater, stage: number) => app.call(postRevealStepBack, { as, body: { match_id: id, stage } });

/** By default long enough for every stage. */
async function exchangeMessages(days = 3): Promise<void> {
  await talkForDays(app, { one: mia, other: tom, conversationId }, days);
  await signBothInAgain();
}

async function signBothInAgain(): Promise<void> {
  [mia, tom] = [await signInAgain(app, mia), await signInAgain(app, tom)];
}

async function openTo(stage: number): Promise<void> {
  for (let next = await nextStage(mia); next <= stage; next++) {
    (await ask(mia, next)).ok();
    (await accept(tom, next)).ok();
  }
}

describe('the trust level', () => {
  it('[1.5] gates each stage, is shown as a percentage, and says what would raise it', async () => {
    expect(await status(mia)).toMatchObject({
      stage: 0,
      reveal_status: 'aura',
      trust_level: 0,
      next: { stage: 1, status: 'voice', needs_trust_level: REVEAL_STAGES[1].minTrust, ready: false },
    });
    expect((await status(mia)).trust_hints.length).toBeGreaterThan(0);
    (await ask(mia)).refused('reveal_trust_too_low');
    await exchangeMessages(1);
    const after = await status(mia);
    expect(after.trust_level).toBeGreaterThanOrEqual(REVEAL_STAGES[1].minTrust);
    expect(after.next?.ready).toBe(true);
    expect((await status(tom)).trust_level).toBe(after.trust_level);
    (await ask(mia)).ok();
  });

  it('is not raised by one user writing alone', async () => {
    for (let i = 0; i < 20; i++) {
      await app.features.chat.send({
        userId: mia.id,
        conversationId,
        content: 'Are you there? I feel lonely.',
      });
    }
    expect((await status(mia)).trust_level).toBe(0);
  });
});

describe('the list of matches', () => {
  const isReady = async (as: BuiltDater) => (await app.call(getMatches, { as })).ok().reveal_ready?.includes(id);
  /** What asking would do: the list must say the same. */
  async function expectAskable(as: BuiltDater, askable: boolean): Promise<void> {
    expect(await isReady(as)).toBe(askable);
    const { stage, next, request, may_ask_again_at } = await status(as);
    expect(stage < LAST_REVEAL_STAGE && next?.ready === true && !request && !may_ask_again_at).toBe(askable);
  }

  it('says whose next stage may be asked for, by the rules of asking', async () => {
    await expectAskable(mia, false);
    await exchangeMessages();
    await expectAskable(mia, true);
    await expectAskable(tom, true);
    (await ask(mia)).ok();
    await expectAskable(mia, false);
    await expectAskable(tom, false);
    (await decline(tom)).ok();
    await expectAskable(mia, false);
    await expectAskable(tom, true);
    app.clock.advance(REVEAL_DECLINE_FINAL_MS);
    await signBothInAgain();
    await expectAskable(mia, true);
    await openTo(1);
    (await stepBack(mia, 1)).ok();
    await expectAskable(mia, false);
    await expectAskable(tom, false);
    app.clock.advance(REVEAL_STEP_BACK_WAIT_MS);
    await signBothInAgain();
    await openTo(LAST_REVEAL_STAGE);
    await expectAskable(mia, false);
  });

  it('waits for the time of the last stage, and for the photos of both', async () => {
    await exchangeMessages();
    await openTo(1);
    await app.core.db.delete(photos).where(eq(photos.userId, tom.id));
    expect([await isReady(mia), await isReady(tom)]).toEqual([false, false]);
    await givePhoto(tom);
    await expectAskable(mia, true);
    await openTo(LAST_REVEAL_STAGE - 1);
    await app.core.db.update(matches).set({ mutualAt: app.clock.now() }).where(eq(matches.id, id));
    await expectAskable(mia, false);
    app.clock.advance(REVEAL_LAST_STAGE_AFTER_MS);
    await signBothInAgain();
    await expectAskable(mia, true);
    (await app.call(deleteMatch, { as: tom, params: { id } })).ok();
    expect(await isReady(mia)).toBe(false);
  });
});

describe('stages', () => {
  beforeEach(() => exchangeMessages());

  it('[7.14][7.20][1.5] open one after another, each by a request and its acceptance', async () => {
    for (const [closed, { id: name }] of REVEAL_STAGES.slice(1).entries()) {
      const stage = closed + 1;
      const asked = (await app.call(postRevealRequest, { as: mia, body: { match_id: id, stage } })).ok();
      expect(asked.request).toMatchObject({ requester_id: mia.id, stage, status: 'pending' });
      expect(asked.stage).toBe(stage - 1);
      expect(asked).toHaveProperty('emotional_connection_score');
      const opened = (await accept(tom)).ok();
      expect(opened).toMatchObject({ stage, reveal_status: name, request: null });
      expect((await status(mia)).stage).toBe(stage);
    }
    expect((await status(mia)).next).toBeNull();
    (await app.call(postReveal, { as: mia, params: { matchId: id } })).refused('reveal_out_of_order');
  });

  it('the last one opens at the earliest a day after the match, and says when', async () => {
    await openTo(LAST_REVEAL_STAGE - 1);
    const mutualAt = app.clock.now();
    await app.core.db.update(matches).set({ mutualAt }).where(eq(matches.id, id));
    (await ask(mia)).refused('reveal_too_early');
    const opensAt = new Date(mutualAt.getTime() + REVEAL_LAST_STAGE_AFTER_MS);
    expect(await status(mia)).toMatchObject({ next: { ready: false, opens_at: opensAt.toISOString() } });
    app.clock.set(opensAt);
    await signBothInAgain();
    expect(await status(mia)).toMatchObject({ next: { ready: true, opens_at: null } });
    (await ask(mia)).ok();
  });

  it('may be asked for, accepted and closed repeatedly: a second call does nothing more', async () => {
    const asked = () => ask(mia, 1);
    const accepted = () => accept(tom, 1);
    for (const call of [asked, accepted, accepted, asked, asked, accepted]) (await call()).ok();
    expect(await status(mia)).toMatchObject({ stage: 1, request: null });
    await openTo(3);
    for (let n = 0; n < 3; n++) expect((await stepBack(mia, 3)).ok()).toMatchObject({ stage: 2, request: null });
    (await stepBack(mia, 1)).refused('conflict');
  });

  it('without a stage in the call is only asked for', async () => {
    const bare = (as: BuiltDater) => app.call(postReveal, { as, params: { matchId: id } });
    expect((await bare(mia)).ok().request).toMatchObject({ stage: 1, requester_id: mia.id });
    expect((await bare(tom)).ok()).toMatchObject({ stage: 0, request: { stage: 1, requester_id: mia.id } });
  });

  it('[1.5] hide what is not open from every response', async () => {
    const seen = async () => JSON.stringify([await status(tom), (await app.call(getMatches, { as: tom })).ok()]);
    expect(await seen()).not.toContain(mia.name);
    expect((await status(tom)).person).not.toHaveProperty('prompts');
    (await ask(mia)).ok();
    expect(await seen()).not.toContain(mia.name);
    (await accept(tom)).ok();
    expect(await seen()).toContain(mia.name);
    expect((await status(tom)).person).toMatchObject({ first_name: mia.name, stage: 1 });
    expect((await status(tom)).person).not.toHaveProperty('age');
  });

  it('with pictures need a photo of both users, checked at the request and at the acceptance', async () => {
    await openTo(1);
    const { photos } = app.features;
    await photos.deleteAll(tom.id);
    (await ask(mia)).refused('reveal_photo_needed');
    (await ask(tom)).refused('reveal_photo_needed');
    await givePhoto(tom);
    (await ask(mia)).ok();
    await photos.deleteAll(tom.id);
    (await accept(tom)).refused('reveal_photo_needed');
    expect((await status(mia)).stage).toBe(1);
    await givePhoto(tom);
    (await accept(tom)).ok();
    expect((await status(mia)).stage).toBe(2);
  });

  it('[4.22] the match carries the stage', async () => {
    await openTo(2);
    expect((await app.call(getMatch, { as: mia, params: { id } })).ok()).toMatchObject({
      reveal_status: revealStage(2).id,
      person: { stage: 2 },
    });
  });

  it('two users who ask at once accept each other', async () => {
    const [one, other] = await Promise.all([ask(mia), ask(tom)]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect((await status(mia)).stage).toBe(1);
    expect((await app.call(getMatches, { as: mia })).ok().reveal_requests).toEqual([]);
  });

  it('asking again changes nothing, and one’s own request cannot be answered', async () => {
    const first = (await ask(mia)).ok().request;
    expect((await ask(mia)).ok().request).toEqual(first);
    (await accept(mia)).refused('conflict');
    (await decline(mia)).refused('conflict');
    expect((await app.call(getMatches, { as: tom })).ok().reveal_requests).toHaveLength(1);
  });

  it('several acceptances at once open one stage', async () => {
    (await ask(mia)).ok();
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept(tom, 1)));
    expect(answers.map((answer) => answer.ok().stage)).toEqual([1, 1, 1, 1, 1]);
    expect((await status(tom)).stage).toBe(1);
  });

  it('after a decline the user who asked waits 24 hours, and reads a kind sentence', async () => {
    (await ask(mia)).ok();
    (await decline(tom)).ok();
    const refusal = (await ask(mia)).refused('reveal_declined_recently');
    expect(refusal.detail).toContain('a little more time');
    expect((await status(mia)).may_ask_again_at).not.toBeNull();
    expect((await status(tom)).may_ask_again_at).toBeNull();
    app.clock.advance(REVEAL_DECLINE_FINAL_MS);
    const later = await signInAgain(app, mia);
    expect((await ask(later)).ok().request?.status).toBe('pending');
  });

  it('either user may step back one stage at a time, or withdraw a request', async () => {
    await openTo(2);
    (await ask(mia)).ok();
    expect((await stepBack(mia, 3)).ok()).toMatchObject({ stage: 2, request: null });
    expect((await stepBack(tom, 2)).ok()).toMatchObject({ stage: 1 });
    expect((await status(mia)).person).not.toHaveProperty('photos');
    (await stepBack(mia, 1)).ok();
    expect(JSON.stringify(await status(mia))).not.toContain(tom.name);
  });

  it('after a step back the other user waits a day before asking again, and the one who stepped back an hour', async () => {
    await openTo(2);
    (await stepBack(tom, 2)).ok();
    expect((await ask(mia)).refused('reveal_declined_recently').detail).toContain('stepped back');
    expect(await status(mia)).toMatchObject({ ask_wait: 'stepped_back', may_ask_again_at: expect.any(String) });
    expect((await ask(tom)).refused('reveal_declined_recently').detail).toContain('changed your mind');
    app.clock.advance(REVEAL_CHANGED_MIND_WAIT_MS);
    await signBothInAgain();
    (await ask(mia)).refused('reveal_declined_recently');
    (await ask(tom)).ok();
    (await accept(mia)).ok();
    expect(await status(mia)).toMatchObject({ stage: 2, ask_wait: null });
  });

  it('the wait after a step back that an older version stored goes on after the update', async () => {
    await openTo(2);
    (await stepBack(tom, 2)).ok();
    await app.core.db.delete(revealRequests).where(eq(revealRequests.status, 'stepped_back'));
    expect(await status(mia)).toMatchObject({ ask_wait: null });
    const statements = readMigrationFiles({ migrationsFolder: MIGRATIONS_DIR }).flatMap((migration) => migration.sql);
    const copy = statements.find((statement) => statement.includes('The wait after a step back that is under way'));
    await app.core.db.execute(sql.raw(copy ?? ''));
    expect(await status(mia)).toMatchObject({ ask_wait: 'stepped_back' });
    (await ask(mia)).refused('reveal_declined_recently');
  });

  it('the wait after a step back does not end because the stage below is closed and opened again', async () => {
    await openTo(3);
    (await stepBack(mia, 3)).ok();
    (await stepBack(tom, 2)).ok();
    app.clock.advance(REVEAL_CHANGED_MIND_WAIT_MS);
    await signBothInAgain();
    (await ask(tom, 2)).ok();
    (await accept(mia, 2)).ok();
    (await ask(tom, 3)).refused('reveal_declined_recently');
    expect(await status(tom)).toMatchObject({ stage: 2, ask_wait: 'stepped_back' });
    const isReady = async (as: BuiltDater) => (await app.call(getMatches, { as })).ok().reveal_ready?.includes(id);
    expect([await isReady(tom), await isReady(mia)]).toEqual([false, true]);
    app.clock.advance(REVEAL_STEP_BACK_WAIT_MS - REVEAL_CHANGED_MIND_WAIT_MS);
    await signBothInAgain();
    (await ask(tom, 3)).ok();
  });

  it('repeated asking and withdrawing reaches the other user once an hour at most', async () => {
    (await ask(mia)).ok();
    (await stepBack(mia, 1)).ok();
    for (let n = 0; n < 5; n++) (await ask(mia)).refused('reveal_declined_recently');
    await app.drain();
    app.clock.advance(REVEAL_CHANGED_MIND_WAIT_MS);
    [mia, tom] = [await signInAgain(app, mia), await signInAgain(app, tom)];
    const socket = await app.socket(tom);
    await socket.next('auth_success');
    (await ask(mia)).ok();
    await socket.next('reveal_request');
    await socket.close();
  });

  it('with a demo user a minute counts as a day, and the state says so', async () => {
    expect(await status(mia)).toMatchObject({ demo_clock: false });
    await app.core.db.update(users).set({ isDemo: true }).where(eq(users.id, tom.id));
    (await ask(mia)).ok();
    (await decline(tom)).ok();
    expect(await status(mia)).toMatchObject({ demo_clock: true, ask_wait: 'declined' });
    app.clock.advance(REVEAL_DECLINE_FINAL_MS / DEMO_CLOCK_SPEED);
    (await ask(mia)).ok();
  });

  it('with a demo user a few minutes of conversation are enough for every stage, and not with anybody else', async () => {
    const exchangeForMinutes = async ({ isDemo }: { isDemo: boolean }) => {
      ({ one: mia, other: tom, matchId: id, conversationId } = await buildConversation(app));
      await app.core.db.update(users).set({ isDemo }).where(eq(users.id, tom.id));
      for (const user of [mia, tom]) await givePhoto(user);
      for (const topic of ['river', 'choir', 'bread', 'winter', 'garden', 'novel']) {
        const say = (userId: string, content: string) => app.features.chat.send({ userId, conversationId, content });
        await say(mia.id, `What do you think about ${topic}s and about the ${topic}keeper?`);
        await say(tom.id, `I like ${topic}lights most, I would say. Which ${topic}side do you remember?`);
        app.clock.advance(MINUTE_MS);
      }
      return status(mia);
    };
    expect((await exchangeForMinutes({ isDemo: false })).trust_level).toBeLessThan(REVEAL_STAGES[2].minTrust);
    expect((await exchangeForMinutes({ isDemo: true })).trust_level).toBeGreaterThanOrEqual(
      revealStage(LAST_REVEAL_STAGE).minTrust,
    );
    await openTo(LAST_REVEAL_STAGE);
    expect(await status(mia)).toMatchObject({ stage: LAST_REVEAL_STAGE, demo_clock: true });
  });

  it('[4.19] every step is sent to open pages at once, without what is hidden', async () => {
    const [mias, toms] = [await app.socket(mia), await app.socket(tom)];
    await Promise.all([mias.next('auth_success'), toms.next('auth_success')]);
    (await ask(mia)).ok();
    expect((await toms.next('reveal_request')).payload).toMatchObject({ match_id: id, stage: 1 });
    expect(JSON.stringify((await toms.next('notification')).payload)).not.toContain(mia.name);
    (await decline(tom)).ok();
    expect((await mias.next('reveal_declined')).payload).toMatchObject({ match_id: id, stage: 0 });
    (await ask(tom)).ok();
    (await accept(mia)).ok();
    expect((await toms.next('reveal_accepted')).payload).toMatchObject({ match_id: id, stage: 1 });
    for (const socket of [mias, toms]) {
      expect((await socket.next('reveal_mutual')).payload).toMatchObject({ match_id: id, stage: 1 });
      expect((await socket.next('reveal_stage_update', (e) => e.payload.stage === 1)).payload).toMatchObject({
        stage: 1,
      });
    }
    (await stepBack(mia, 1)).ok();
    expect((await toms.next('reveal_stage_update', (e) => e.payload.stage === 0)).payload).toMatchObject({
      match_id: id,
    });
  });

  it('[3.8] a request is recorded as behaviour', async () => {
    (await ask(mia)).ok();
    await app.drain();
    const { recent_events } = await app.features.bgp.profile(mia.id);
    const event = recent_events.find(({ type }) => type === 'reveal_requested');
    expect(event?.metadata.hours_known).toBeGreaterThan(0);
  });

  it('an unmatch closes everything at once', async () => {
    await openTo(2);
    (await ask(mia)).ok();
    (await app.call(deleteMatch, { as: tom, params: { id } })).ok();
    for (const as of [mia, tom]) {
      (await app.call(getRevealStatus, { as, params: { id } })).refused('match_gone');
      (await ask(as)).refused('match_gone');
      (await accept(as)).refused('match_gone');
      expect((await app.call(getMatches, { as })).ok().reveal_requests).toEqual([]);
    }
    expect(await app.features.pairs.stageBetween(mia.id, tom.id)).toBeNull();
  });
});

describe('the notifications of a reveal', () => {
  const listNotifications = async (as: BuiltDater) => {
    const answer = (await app.call(getNotifications, { as, query: {} })).ok();
    return { unread: answer.unread, text: JSON.stringify(answer.notifications) };
  };

  it('do not name a user whose name is hidden again, after stepping back or an unmatch', async () => {
    const isOver = [() => stepBack(tom, 1), () => app.call(deleteMatch, { as: tom, params: { id } })];
    for (const end of isOver) {
      ({ one: mia, other: tom, matchId: id, conversationId } = await buildConversation(app));
      await exchangeMessages();
      await openTo(1);
      await app.features.chat.send({ userId: tom.id, conversationId, content: 'There you are.' });
      await app.features.chat.flush();
      await app.drain();
      const { text } = await listNotifications(mia);
      expect([text.includes('Their name is Tomasz.'), text.includes('Tomasz wrote')]).toEqual([true, true]);
      (await end()).ok();
      expect((await listNotifications(mia)).text).not.toContain('Tomasz');
      expect((await listNotifications(tom)).text).not.toContain('Miranda');
    }
  });

  it('introduce a name to somebody who knew the alias, once', async () => {
    await exchangeMessages();
    const { alias } = (await app.call(getRevealStatus, { as: mia, params: { id } })).ok().person;
    const newest = async () => {
      const { notifications } = (await app.call(getNotifications, { as: mia, query: {} })).ok();
      return notifications.find(({ kind }) => kind === 'reveal');
    };
    await openTo(1);
    const body = 'You can both see a little more now.';
    const introduced = { title: `${alias} said yes: Voice is open`, body: `Their name is Tomasz. ${body}` };
    expect(await newest()).toMatchObject(introduced);
    await openTo(2);
    expect(await newest()).toMatchObject({ title: 'Tomasz said yes: Silhouette is open', body });
  });

  it('do not ask for an answer after the match ended', async () => {
    await exchangeMessages();
    (await ask(mia)).ok();
    (await app.call(deleteMatch, { as: mia, params: { id } })).ok();
    expect(await listNotifications(tom)).toMatchObject({ unread: 0 });
  });
});

describe('others', () => {
  it('[6.2] are rejected when signed out, unverified or strangers, and invalid input is rejected', async () => {
    const unverified = await buildDater(app.features, { verified: false });
    const eve = await buildDater(app.features);
    const calls = [
      (as: BuiltDater | null, match_id: string) => app.call(postRevealRequest, { as, body: { match_id, stage: 1 } }),
      (as: BuiltDater | null, match_id: string) => app.call(postRevealAccept, { as, body: { match_id, stage: 1 } }),
      (as: BuiltDater | null, match_id: string) => app.call(postRevealDecline, { as, body: { match_id, stage: 1 } }),
      (as: BuiltDater | null, match_id: string) => app.call(postRevealStepBack, { as, body: { match_id, stage: 1 } }),
      (as: BuiltDater | null, matchId: string) => app.call(postReveal, { as, params: { matchId } }),
      (as: BuiltDater | null, matchId: string) => app.call(getRevealStatus, { as, params: { id: matchId } }),
    ];
    for (const call of calls) {
      (await call(null, id)).refused('not_signed_in');
      (await call(unverified, id)).refused('email_not_verified');
      (await call(eve, id)).refused('match_gone');
      (await call(mia, NOBODY)).refused('match_gone');
      (await call(mia, 'nonsense')).refused('validation_failed');
    }
  });
});

describe('trust for a reveal', () => {
  const points = async (userId: string) =>
    (await app.features.trust.getProfile(userId)).changes.filter(({ reason }) => reason.includes('kept it open'))
      .length;
  const both = async () => [await points(mia.id), await points(tom.id)];
  const pass = async (ms: number) => {
    app.clock.advance(ms);
    await app.drain();
    [mia, tom] = [await signInAgain(app, mia), await signInAgain(app, tom)];
  };

  beforeEach(async () => {
    await exchangeMessages();
    await openTo(1);
  });

  it('comes to both once the stage was kept open for three days, once', async () => {
    await pass(REVEAL_KEPT_AFTER_MS - HOUR_MS);
    expect(await both()).toEqual([0, 0]);
    await pass(2 * HOUR_MS);
    expect(await both()).toEqual([1, 1]);
    await pass(REVEAL_KEPT_AFTER_MS);
    expect(await both()).toEqual([1, 1]);
  });

  it('is not given for a reveal with a demo user', async () => {
    await app.core.db.update(users).set({ isDemo: true }).where(eq(users.id, tom.id));
    await pass(REVEAL_KEPT_AFTER_MS + HOUR_MS);
    expect(await both()).toEqual([0, 0]);
  });

  it('does not come after a step back or an unmatch, and starts again with the next opening', async () => {
    await pass(2 * DAY_MS);
    (await stepBack(tom, 1)).ok();
    await pass(REVEAL_STEP_BACK_WAIT_MS);
    await openTo(1);
    await pass(2 * DAY_MS);
    expect(await both()).toEqual([0, 0]);
    await pass(DAY_MS + HOUR_MS);
    expect(await both()).toEqual([1, 1]);
    (await ask(mia)).ok();
    (await accept(tom)).ok();
    (await app.call(deleteMatch, { as: tom, params: { id } })).ok();
    await pass(REVEAL_KEPT_AFTER_MS + HOUR_MS);
    expect(await both()).toEqual([1, 1]);
  });
});
