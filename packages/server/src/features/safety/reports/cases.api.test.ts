import { deleteMatch } from '@soulsight/contract/match';
import {
  getAppeals,
  getAudit,
  getMetPeople,
  getModerationCase,
  getModerationReports,
  getSanctions,
  postAppeal,
  postAppealDecision,
  postModerationDecision,
  postReport,
} from '@soulsight/contract/safety';
import { DAY_MS } from '@soulsight/contract/time';
import { getSelfieChecks, postSelfieDecision } from '@soulsight/contract/trust';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queryRows } from '../../../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { signInAgain } from '../../../testing/test-users.ts';
import { buildSelfie } from '../../demo/builders/selfie.builder.ts';
import { type BuiltUser, buildPair, buildUser, matchUsers } from '../../demo/builders/user.builder.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36';
const HOME = '203.0.113.7';

let app: TestApp;
let moderator: BuiltUser;
beforeEach(async () => {
  app = await buildTestApp({ env: { METRICS_TOKEN: 'metrics-token-of-this-test' } });
  moderator = await buildUser(app.features, { firstName: 'Mo', isModerator: true });
});
afterEach(() => app.stop());

/** Signs in at an address, and connects as the page does. */
async function signInAt({ id }: BuiltUser, ip: string, userAgent = BROWSER): Promise<void> {
  await app.database.db.transaction((tx) => app.features.auth.sessions.open(tx, id, 'password', { ip, userAgent }));
  await app.features.safety.refreshMarksIfChanged(id);
}

/** A picture with large shapes, as a photo has; `seed` makes another one. */
async function buildPicture(seed: number, { width = 900, quality = 90 } = {}): Promise<Buffer> {
  const spots = Array.from({ length: 9 }, (_, n) => {
    const [x, y] = [(n * 37 * seed + seed * 13) % 100, (n * 53 + seed * 29) % 100];
    return `<circle cx="${x}%" cy="${y}%" r="${12 + ((n * seed) % 17)}%" fill="hsl(${(n * 40 * seed) % 360} 70% ${20 + n * 8}%)"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1100"><rect width="100%" height="100%" fill="#888"/>${spots.join('')}</svg>`;
  return sharp(Buffer.from(svg)).resize(width).jpeg({ quality }).toBuffer();
}

async function report(one: BuiltUser, other: BuiltUser, category: 'scam' | 'harassment' | 'threat' = 'scam') {
  const { id } = (await app.call(postReport, { as: one, params: { id: other.id }, body: { category } })).ok();
  return id;
}
const decide = (as: BuiltUser, id: string, action: 'ban' | 'dismiss' | 'suspend' | 'warn') =>
  app.call(postModerationDecision, { as, params: { id }, body: { action, reason: 'Asked for money.', additions: 0 } });
const listQueue = async (as: BuiltUser) => (await app.call(getModerationReports, { as })).ok().reports;
const openCase = (as: BuiltUser, id: string) => app.call(getModerationCase, { as, params: { id } });

/** Somebody who was banned for asking for money. */
async function buildBanned(prepare: (user: BuiltUser) => Promise<void>): Promise<BuiltUser> {
  const { one, other } = await buildPair(app.features);
  await prepare(other);
  (await decide(moderator, await report(one, other), 'ban')).ok();
  return other;
}

describe('a case', () => {
  it('shows both profiles with all photos, the stage they had reached, and what happened to them before', async () => {
    const { one, other } = await buildPair(app.features, { one: { firstName: 'Ona' }, other: { firstName: 'Odo' } });
    await app.features.photos.add(other.id, await buildPicture(3));
    (await decide(moderator, await report(one, other, 'harassment'), 'warn')).ok();
    const id = await report(one, other);
    const answer = (await openCase(moderator, id)).ok();
    expect(answer).toMatchObject({
      stage: 0,
      report: { id, severity: 2, category: 'scam' },
      subject: { name: 'Odo', trust_score: expect.any(Number), reports_about: { open: 1, upheld: 1, dismissed: 0 } },
      reporter: { name: 'Ona', reports_made: { open: 1, upheld: 1, dismissed: 0 }, sanctions: [] },
    });
    expect(answer.subject?.sanctions).toMatchObject([{ action: 'warn', reason: 'Asked for money.', appeal: null }]);
    expect(answer.subject?.prompts).toHaveLength(3);
    const [photo] = answer.subject?.photos ?? [];
    const picture = await app.http.inject({
      url: photo?.url ?? '',
      headers: { authorization: `Bearer ${moderator.token}` },
    });
    expect(picture.statusCode).toBe(200);
    (await openCase(one, id)).refused('forbidden');
  });

  it('names other accounts with the same photo, device or network', async () => {
    const { one, other } = await buildPair(app.features);
    const [copy, neighbour, stranger] = [
      await buildUser(app.features, { firstName: 'Copy' }),
      await buildUser(app.features, { firstName: 'Neighbour' }),
      await buildUser(app.features, { firstName: 'Stranger' }),
    ];
    await app.features.photos.add(other.id, await buildPicture(3));
    await app.features.photos.add(copy.id, await buildPicture(3, { width: 640, quality: 60 }));
    await app.features.photos.add(stranger.id, await buildPicture(8));
    await signInAt(other, HOME);
    await signInAt(copy, HOME);
    await signInAt(neighbour, HOME, 'another browser');
    await signInAt(stranger, '198.51.100.9');
    const { similar } = (await openCase(moderator, await report(one, other))).ok();
    expect(similar.map(({ name, shared, banned }) => ({ name, shared, banned }))).toEqual([
      { name: 'Copy', shared: ['device', 'network', 'photo'], banned: false },
      { name: 'Neighbour', shared: ['network'], banned: false },
    ]);
  });

  it('lists the most severe first, then the oldest, and the metrics count the queue and the decisions', async () => {
    const ids: Record<string, string> = {};
    for (const category of ['harassment', 'threat', 'scam'] as const) {
      const { one, other } = await buildPair(app.features);
      ids[category] = await report(one, other, category);
      app.clock.advance(60_000);
    }
    const queue = await listQueue(moderator);
    expect(queue.map(({ id }) => id)).toEqual([ids.threat, ids.harassment, ids.scam]);
    const measure = async () =>
      (await app.http.inject({ url: '/metrics', headers: { authorization: 'Bearer metrics-token-of-this-test' } }))
        .body;
    expect(await measure()).toContain('moderation_oldest_waiting_seconds{queue="reports"} 180');
    expect(await measure()).toContain('moderation_oldest_waiting_seconds{queue="urgent_reports"} 120');
    expect(await measure()).toContain('moderation_open_reports{severity="3"} 1');
    expect(await measure()).toContain('moderation_open_reports{severity="2"} 2');
    (await decide(moderator, ids.threat ?? '', 'ban')).ok();
    expect(await measure()).toContain('moderation_decisions{action="ban"} 1');
    expect(await measure()).not.toContain('severity="3"');
  });
});

describe('a page of the queue', () => {
  it('continues after a report that was deleted in the meantime', async () => {
    const ids: string[] = [];
    for (const category of ['scam', 'harassment', 'scam'] as const) {
      const { one, other } = await buildPair(app.features);
      ids.push(await report(one, other, category));
      app.clock.advance(60_000);
    }
    const list = (cursor?: string) =>
      app.call(getModerationReports, { as: moderator, query: { limit: 1, ...(cursor && { cursor }) } });
    const first = (await list()).ok();
    await queryRows(app, sql`delete from reports where id = ${ids[0]} returning 1`);
    expect((await list(first.next_cursor ?? '')).ok().reports).toMatchObject([{ id: ids[1] }]);
  });
});

describe('the end of a match', () => {
  const openStage = (matchId: string, stage: number) =>
    queryRows(
      app,
      sql`insert into reveals (match_id, stage, updated_at) values (${matchId}, ${stage}, now()) returning 1`,
    );

  it('leaves a moderator the stage that the two had reached when the report was made', async () => {
    const { one, other, matchId } = await buildPair(app.features);
    await openStage(matchId, 3);
    const body = { category: 'fake_profile' as const, block: true };
    const { id } = (await app.call(postReport, { as: one, params: { id: other.id }, body })).ok();
    expect((await openCase(moderator, id)).ok().stage).toBe(3);
    // An older version sets it back.
    await queryRows(app, sql`update reveals set stage = 0 where match_id = ${matchId} returning 1`);
    expect((await openCase(moderator, id)).ok().stage).toBe(3);
  });

  it('leaves the two the name that they knew', async () => {
    const named = await buildPair(app.features, { other: { firstName: 'Odo' } });
    await openStage(named.matchId, 1);
    (await app.call(deleteMatch, { as: named.one, params: { id: named.matchId } })).ok();
    expect((await app.call(getMetPeople, { as: named.one })).ok().people).toMatchObject([{ name: 'Odo' }]);
    const hidden = await buildPair(app.features, { other: { firstName: 'Odo' } });
    (await app.call(deleteMatch, { as: hidden.one, params: { id: hidden.matchId } })).ok();
    const [met] = (await app.call(getMetPeople, { as: hidden.one })).ok().people;
    expect(met?.name).not.toBe('Odo');
  });
});

describe('what concerns a moderator', () => {
  it('is not what concerns one of the many with the same browser in a large network', async () => {
    const { one, other } = await buildPair(app.features);
    for (const user of [moderator, one]) await signInAt(user, HOME);
    await report(one, other);
    expect(await listQueue(moderator)).toEqual([]);
    for (let n = 0; n < 19; n += 1) await signInAt(await buildUser(app.features, { bare: true }), HOME);
    expect(await listQueue(moderator)).toHaveLength(1);
  });

  it('cannot be decided by two at once so that a lock stays without a sanction, or a sanction without its lock', async () => {
    const [first, second] = [await buildPair(app.features), await buildPair(app.features)];
    const { other } = first;
    await matchUsers(app.features, second.one.id, other.id);
    const judges = await Promise.all([1, 2].map(() => buildUser(app.features, { isModerator: true })));
    const ids = [await report(first.one, other), await report(second.one, other)];
    (await decide(moderator, ids[0] ?? '', 'ban')).ok();
    (await decide(moderator, ids[1] ?? '', 'ban')).ok();
    const locked = () => queryRows(app, sql`select 1 from users where id = ${other.id} and locked_until is not null`);
    expect(await locked()).toHaveLength(1);
    const { sanctions } = (await app.call(getSanctions, { as: await signInAgain(app, other) })).ok();
    for (const { id } of sanctions) await app.features.safety.appeal(other.id, id, 'It was somebody else.');
    const grant = { grant: true, answer: 'It was a mistake.' };
    const answers = sanctions.map(({ id }, n) =>
      app.call(postAppealDecision, { as: judges[n] ?? moderator, params: { id }, body: grant }),
    );
    for (const answer of await Promise.all(answers)) answer.ok();
    expect(await locked()).toEqual([]);
  });

  it('is neither shown to them nor decided by them, with this account or another of theirs', async () => {
    const { one, other: second } = await buildPair(app.features, { other: { firstName: 'Mo too' } });
    await signInAt(moderator, HOME);
    await signInAt(second, HOME);
    const id = await report(one, second);
    expect(await listQueue(moderator)).toEqual([]);
    (await openCase(moderator, id)).refused('forbidden');
    (await decide(moderator, id, 'dismiss')).refused('forbidden');
    const judge = await buildUser(app.features, { isModerator: true });
    expect(await listQueue(judge)).toHaveLength(1);
    (await decide(judge, id, 'suspend')).ok();
    expect((await app.call(getAudit, { as: moderator })).ok().entries).toEqual([]);
    const [sanction] = await queryRows(app, sql`select id::text as id from sanctions where user_id = ${second.id}`);
    const params = { id: String(sanction?.id) };
    (
      await app.call(postAppeal, {
        as: await signInAgain(app, second),
        params,
        body: { text: 'I never asked anybody for money.' },
      })
    ).ok();
    expect((await app.call(getAppeals, { as: moderator })).ok().appeals).toEqual([]);
    const body = { grant: true, answer: 'It was a mistake.' };
    (await app.call(postAppealDecision, { as: moderator, params, body })).refused('forbidden');
  });

  it('nor is what concerns somebody whom they met as a user, and whose name and photos they may not see yet', async () => {
    const [reporter, met] = [await buildUser(app.features), await buildUser(app.features, { firstName: 'Hidden' })];
    await matchUsers(app.features, reporter.id, met.id);
    const photo = await app.features.photos.add(met.id, await buildPicture(3));
    const selfieId = await buildSelfie(app.features, met.id, () => buildPicture(3));
    const id = await report(reporter, met);
    expect(await listQueue(moderator)).toHaveLength(1);
    await app.features.match.introduce(moderator.id, met.id);
    expect(await listQueue(moderator)).toEqual([]);
    (await openCase(moderator, id)).refused('forbidden');
    (await decide(moderator, id, 'ban')).refused('forbidden');
    expect((await app.call(getSelfieChecks, { as: moderator })).ok().checks).toEqual([]);
    const body = { photo_ids: [photo.id], refusal: null };
    (await app.call(postSelfieDecision, { as: moderator, params: { id: selfieId }, body })).refused('not_found');
    const judge = await buildUser(app.features, { isModerator: true });
    (await decide(judge, id, 'warn')).ok();
    expect((await app.call(getAudit, { as: moderator })).ok().entries).toEqual([]);
    const [sanction] = (await app.call(getSanctions, { as: met })).ok().sanctions;
    const params = { id: sanction?.id ?? '' };
    (await app.call(postAppeal, { as: met, params, body: { text: 'I never asked anybody for money.' } })).ok();
    expect((await app.call(getAppeals, { as: moderator })).ok().appeals).toEqual([]);
    const answer = { grant: false, answer: 'No.' };
    (await app.call(postAppealDecision, { as: moderator, params, body: answer })).refused('forbidden');
  });

  it('nor is a report by somebody whom they met about somebody whom they did not meet', async () => {
    const { one, other } = await buildPair(app.features);
    const id = await report(one, other);
    expect(await listQueue(moderator)).toHaveLength(1);
    await app.features.match.introduce(moderator.id, one.id);
    expect(await listQueue(moderator)).toEqual([]);
    (await openCase(moderator, id)).refused('forbidden');
    (await decide(moderator, id, 'ban')).refused('forbidden');
  });

  it('nor are appeals about a report by somebody whom they met', async () => {
    const { one, other } = await buildPair(app.features);
    const judge = await buildUser(app.features, { isModerator: true });
    (await decide(judge, await report(one, other), 'warn')).ok();
    const [sanction] = (await app.call(getSanctions, { as: other })).ok().sanctions;
    const params = { id: sanction?.id ?? '' };
    (await app.call(postAppeal, { as: other, params, body: { text: 'They asked me for money first.' } })).ok();
    expect((await app.call(getAppeals, { as: moderator })).ok().appeals).toHaveLength(1);
    await app.features.match.introduce(moderator.id, one.id);
    expect((await app.call(getAppeals, { as: moderator })).ok().appeals).toEqual([]);
    const body = { grant: true, answer: 'It was a mistake.' };
    (await app.call(postAppealDecision, { as: moderator, params, body })).refused('forbidden');
  });

  it('nor are people whom they met named among the accounts that look like another', async () => {
    const { one, other } = await buildPair(app.features);
    const met = await buildUser(app.features, { firstName: 'Hidden' });
    for (const user of [other, met]) await signInAt(user, HOME);
    await app.features.match.introduce(moderator.id, met.id);
    expect((await openCase(moderator, await report(one, other))).ok().similar).toEqual([]);
  });

  it('holds for their own selfie', async () => {
    const photo = await app.features.photos.add(moderator.id, await buildPicture(3));
    const id = await buildSelfie(app.features, moderator.id, () => buildPicture(3));
    expect((await app.call(getSelfieChecks, { as: moderator })).ok().checks).toEqual([]);
    const body = { photo_ids: [photo.id], refusal: null };
    (await app.call(postSelfieDecision, { as: moderator, params: { id }, body })).refused('not_found');
  });
});

describe('an account that looks like one of a banned person', () => {
  it.each([
    ['photo', async (user: BuiltUser) => void (await app.features.photos.add(user.id, await buildPicture(5)))],
    ['browser in the same network', (user: BuiltUser) => signInAt(user, HOME)],
  ])('is shown to moderators for the same %s, once, and is not refused', async (what, share) => {
    await buildBanned(share);
    const again = await buildUser(app.features, { firstName: 'Again' });
    await share(again);
    await share(again);
    const queue = await listQueue(moderator);
    expect(queue).toMatchObject([{ category: 'ban_evasion', reporter: null, subject: { name: 'Again' } }]);
    expect(queue[0]?.details).toContain(what);
    (await decide(moderator, queue[0]?.id ?? '', 'dismiss')).ok();
    await share(again);
    expect(await listQueue(moderator)).toEqual([]);
  });

  it('is left alone for the same network only, for another photo, and once the marks are too old', async () => {
    await buildBanned(async (user) => {
      await app.features.photos.add(user.id, await buildPicture(5));
      await signInAt(user, HOME);
    });
    const flatmate = await buildUser(app.features);
    await signInAt(flatmate, HOME, 'another browser');
    await app.features.photos.add(flatmate.id, await buildPicture(8));
    app.clock.advance(91 * DAY_MS);
    await app.features.safety.sweepMarks();
    const later = await buildUser(app.features);
    await signInAt(later, HOME);
    expect(await listQueue(await signInAgain(app, moderator))).toEqual([]);
  });

  it('marks hold neither addresses nor pictures, and nothing is marked on this machine itself', async () => {
    const user = await buildUser(app.features);
    await signInAt(user, '127.0.0.1');
    expect(await queryRows(app, sql`select kind as row from account_marks where user_id = ${user.id}`)).toEqual([
      { row: 'email' },
    ]);
    await signInAt(user, HOME);
    const stored = JSON.stringify(await queryRows(app, sql`select k::text as row from account_marks k`));
    expect(stored).not.toContain(HOME);
    expect(stored).not.toContain('Mozilla');
  });
});
