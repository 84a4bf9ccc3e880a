import { getChatConversation, postConversationMessage } from '@soulsight/contract/chat';
import { type EndpointBody, REQUEST_KEY_HEADER } from '@soulsight/contract/endpoint';
import { getMatch } from '@soulsight/contract/match';
import { getNotifications } from '@soulsight/contract/notifications';
import { getMe } from '@soulsight/contract/profile';
import {
  deleteBlock,
  getAppeals,
  getAudit,
  getBlocks,
  getMetPeople,
  getModerationCase,
  getModerationReports,
  getSanctions,
  postAppeal,
  postAppealDecision,
  postBlock,
  postModerationDecision,
  postReport,
} from '@soulsight/contract/safety';
import { getTrustProfile, postTrustReport } from '@soulsight/contract/trust';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countStatements } from '../../testing/count-statements.ts';
import { waitForLockWaits } from '../../testing/lock-waits.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { type BuiltUser, buildPair, buildUser, matchUsers } from '../demo/builders/user.builder.ts';
import { SUSPENSION_MS } from './safety.rules.ts';

let app: TestApp;
let moderator: BuiltUser;

beforeAll(async () => {
  app = await buildTestApp();
});
// Some tests advance the clock beyond a session's end.
beforeEach(async () => {
  moderator = await buildUser(app.features, { firstName: 'Mo', isModerator: true });
});
afterAll(() => app.stop());

async function buildReportedPair() {
  const pair = await buildPair(app.features, { one: { firstName: 'Ona' }, other: { firstName: 'Odo' } });
  const { chat } = app.features;
  const { id: conversationId } = await chat.start(pair.one.id, pair.matchId);
  const { message } = await chat.send({
    userId: pair.other.id,
    conversationId,
    content: 'A message that went too far',
  });
  return { ...pair, conversationId, messageId: message.id };
}

const signInAgain = async (userId: string) =>
  (
    await app.database.db.transaction((tx) =>
      app.features.auth.sessions.open(tx, userId, 'password', { ip: '127.0.0.1', userAgent: null }),
    )
  ).access_token;

type ReportInput = Partial<EndpointBody<typeof postReport>> & Pick<EndpointBody<typeof postReport>, 'category'>;

async function listReportsAbout({ id }: BuiltUser) {
  const { reports } = (await app.call(getModerationReports, { as: moderator, query: { limit: 100 } })).ok();
  return reports.filter(({ subject }) => subject.id === id);
}

/** Reports Odo, and has a moderator decide. */
async function buildDecision(action: 'dismiss' | 'warn' | 'suspend' | 'ban', reason = 'Insults are not welcome here.') {
  const pair = await buildReportedPair();
  const { id } = (
    await app.call(postReport, { as: pair.one, params: { id: pair.other.id }, body: { category: 'harassment' } })
  ).ok();
  (
    await app.call(postModerationDecision, { as: moderator, params: { id }, body: { action, reason, additions: 0 } })
  ).ok();
  return { ...pair, reportId: id, reason };
}

describe('blocking', () => {
  it('[7.26] closes everything between the two at once, without telling the other', async () => {
    const { one, other, matchId, conversationId } = await buildReportedPair();
    (await app.call(postBlock, { as: one, params: { id: other.id } })).ok();
    (await app.call(getMatch, { as: other, params: { id: matchId } })).refused('match_gone');
    (
      await app.call(postConversationMessage, {
        as: other,
        params: { id: conversationId },
        body: { content: 'Hello?' },
      })
    ).refused('conversation_gone');
    const received = (await app.call(getNotifications, { as: other })).ok().notifications;
    expect(received.filter(({ title, body }) => /block/i.test(title + body))).toEqual([]);
    const { blocks } = (await app.call(getBlocks, { as: one })).ok();
    expect(blocks.map(({ id }) => id)).toEqual([other.id]);
    expect(blocks[0]?.name).not.toBe('Odo');
  });

  it('can be removed, but the match stays closed', async () => {
    const { one, other, matchId } = await buildReportedPair();
    (await app.call(postBlock, { as: one, params: { id: other.id } })).ok();
    (await app.call(deleteBlock, { as: one, params: { id: other.id } })).ok();
    expect((await app.call(getBlocks, { as: one })).ok().blocks).toEqual([]);
    (await app.call(getMatch, { as: one, params: { id: matchId } })).refused('match_gone');
  });

  it('is refused for strangers and for oneself', async () => {
    const { one } = await buildReportedPair();
    const stranger = await buildUser(app.features);
    for (const id of [stranger.id, one.id, crypto.randomUUID()]) {
      (await app.call(postBlock, { as: one, params: { id } })).refused('not_found');
    }
  });
});

describe('reports', () => {
  it('[7.24] [7.26] reach a moderator with the messages of the two as evidence, on both paths', async () => {
    const { one, other, messageId } = await buildReportedPair();
    const foreign = await buildReportedPair();
    const body = {
      category: 'threat' as const,
      details: 'It frightened me.',
      message_ids: [messageId, foreign.messageId],
    };
    const first = (await app.call(postReport, { as: one, params: { id: other.id }, body })).ok();
    const second = (await app.call(postTrustReport, { as: one, body: { ...body, user_id: other.id } })).ok();
    const { reports } = (await app.call(getModerationReports, { as: moderator })).ok();
    const seen = reports.filter(({ id }) => [first.id, second.id].includes(id));
    expect(seen).toHaveLength(2);
    expect(seen[0]).toMatchObject({ details: body.details, reporter: { name: 'Ona' }, subject: { name: 'Odo' } });
    expect(seen[0]?.evidence.map(({ content }) => content)).toEqual(['A message that went too far']);
  });

  it('are taken when they are graver than all open ones, and others are added to the gravest', async () => {
    const { one, other, matchId, messageId } = await buildReportedPair();
    const send = (body: ReportInput) => app.call(postReport, { as: one, params: { id: other.id }, body });
    for (let n = 0; n < 3; n += 1) (await send({ category: 'other' })).ok();
    const graver = (await send({ category: 'harassment', details: 'Worse.' })).ok();
    expect((await send({ category: 'other', details: 'Again.' })).ok().id).toBe(graver.id);
    const gravest = (await send({ category: 'threat', details: 'A threat.' })).ok();
    expect((await send({ category: 'threat', details: 'Another threat.' })).ok().id).toBe(gravest.id);
    (await app.call(getMatch, { as: other, params: { id: matchId } })).ok();
    const further = { category: 'scam' as const, details: 'And this.', message_ids: [messageId], block: true };
    expect((await send(further)).ok().id).toBe(gravest.id);
    (await app.call(getMatch, { as: other, params: { id: matchId } })).refused('match_gone');
    const made = await listReportsAbout(other);
    expect(made.map(({ severity }) => severity)).toEqual([3, 2, 0, 0, 0]);
    expect(made.find(({ id }) => id === graver.id)).toMatchObject({
      details: 'Worse.\n\n[other] Again.',
      additions: 1,
    });
    const joined = made.find(({ id }) => id === gravest.id);
    expect(joined).toMatchObject({
      details: 'A threat.\n\n[threat] Another threat.\n\n[scam] And this.',
      additions: 2,
    });
    expect(joined?.evidence.map(({ content }) => content)).toContain('A message that went too far');
    expect(JSON.stringify(await app.features.safety.archive(one.id))).toContain('And this.');
  });

  it('are no more than three where they arrive at once: the others are added', async () => {
    const { one, other } = await buildReportedPair();
    const details = Array.from({ length: 9 }, (_, n) => `At once, number ${n}.`);
    await Promise.all(
      details.map((text) =>
        app.features.safety.report(one.id, other.id, {
          category: 'other',
          details: text,
          message_ids: [],
          block: false,
        }),
      ),
    );
    const open = await listReportsAbout(other);
    expect(open).toHaveLength(3);
    const all = open.map((report) => report.details).join();
    for (const text of details) expect(all).toContain(text);
  });

  it('that only name another category are added, too', async () => {
    const { one, other } = await buildReportedPair();
    const send = (category: 'threat' | 'underage') =>
      app.call(postReport, { as: one, params: { id: other.id }, body: { category } });
    for (let n = 0; n < 3; n += 1) (await send('threat')).ok();
    (await send('underage')).ok();
    const details = (await listReportsAbout(other)).map((report) => report.details);
    expect(details).toContain('[underage]');
  });

  it('that cannot be added any more are not confirmed, but block; a threat can still be added to them', async () => {
    const { one, other, matchId } = await buildReportedPair();
    const send = (details: string, { category = 'harassment', block = false }: Partial<ReportInput> = {}) =>
      app.features.safety.report(one.id, other.id, { category, details, message_ids: [], block });
    for (let n = 0; n < 3; n += 1) await send(`Threat ${n}.`, { category: 'threat' });
    for (let n = 0; n < 10; n += 1) await send(`Number ${n}.`);
    await expect(send('One more.')).rejects.toMatchObject({ code: 'rate_limited', message: /did not add/ });
    (await app.call(getMatch, { as: other, params: { id: matchId } })).ok();
    await expect(send('One more.', { block: true })).rejects.toMatchObject({ message: /is blocked/ });
    (await app.call(getMatch, { as: other, params: { id: matchId } })).refused('match_gone');
    await send('He is at my door.', { category: 'threat' });
    for (let n = 0; n < 9; n += 1) await send(`Flood ${n}.`, { category: 'threat' });
    await expect(send('Too many.', { category: 'threat' })).rejects.toMatchObject({ code: 'rate_limited' });
    const details = (await listReportsAbout(other)).map((report) => report.details).join();
    for (const taken of ['Number 9.', 'He is at my door.', 'Flood 8.']) expect(details).toContain(taken);
    for (const refused of ['One more.', 'Too many.']) expect(details).not.toContain(refused);
  });

  it('that are repeated are added once, also after a graver one, and after a decision', async () => {
    const { one, other } = await buildReportedPair();
    const send = (body: ReportInput, key: string = crypto.randomUUID()) =>
      app.call(postReport, { as: one, params: { id: other.id }, body, headers: { [REQUEST_KEY_HEADER]: key } });
    for (let n = 0; n < 3; n += 1) (await send({ category: 'scam', details: `Scam ${n}.` })).ok();
    const key = crypto.randomUUID();
    const further = { category: 'harassment' as const, details: 'And rude.' };
    const { id } = (await send(further, key)).ok();
    (await send({ category: 'threat', details: 'A threat.' })).ok();
    expect((await send(further, key)).ok().id).toBe(id);
    const body = { action: 'warn' as const, reason: 'Be kind.', additions: 1 };
    (await app.call(postModerationDecision, { as: moderator, params: { id }, body })).ok();
    expect((await send(further, key)).ok()).toMatchObject({ id, status: 'upheld' });
    const open = await listReportsAbout(other);
    expect(open).toHaveLength(3);
    expect(JSON.stringify(open)).not.toContain('And rude.');
  });

  it('are not decided by a moderator who has not read what was added', async () => {
    const { one, other } = await buildReportedPair();
    const send = (details: string) =>
      app.call(postReport, { as: one, params: { id: other.id }, body: { category: 'scam', details } });
    for (let n = 0; n < 3; n += 1) (await send(`Scam ${n}.`)).ok();
    const { id } = (await send('He has done it again.')).ok();
    const decide = (additions: number) =>
      app.call(postModerationDecision, {
        ...{ as: moderator, params: { id } },
        body: { action: 'warn', reason: 'Be kind.', additions },
      });
    expect((await decide(0)).refused('conflict').detail).toMatch(/^Something was added/);
    expect(await listReportsAbout(other)).toHaveLength(3);
    const { report } = (await app.call(getModerationCase, { as: moderator, params: { id } })).ok();
    expect(report.details).toContain('He has done it again.');
    (await decide(report.additions)).ok();
  });

  // The embedded database runs one transaction after the other.
  describe.runIf(process.env.TEST_DATABASE_URL)('decided while a further one is added', () => {
    async function buildContested() {
      const { one, other } = await buildReportedPair();
      const add = (details: string) =>
        app.features.safety.report(one.id, other.id, { category: 'scam', details, message_ids: [], block: false });
      for (let n = 0; n < 3; n += 1) await add(`Scam ${n}.`);
      const { id } = await add('The one that is read.');
      const decide = () =>
        app.features.safety.decide(moderator.id, id, { action: 'dismiss', reason: 'No scam.', additions: 1 });
      return { id, other, add, decide };
    }

    /** Lets both wait for the report in this order, then go on. */
    async function queueFor(id: string, ...calls: readonly (() => Promise<unknown>)[]) {
      let results: Promise<PromiseSettledResult<unknown>[]> | undefined;
      await app.core.db.transaction(async (tx) => {
        await tx.execute(sql`select from reports where id = ${id} for update`);
        const started: Promise<unknown>[] = [];
        for (const call of calls) {
          started.push(call());
          results = Promise.allSettled(started);
          // Outside the transaction, in which PostgreSQL shows the connections of its first look.
          await waitForLockWaits(app.core.db, started.length);
        }
      });
      return results;
    }

    it('stay open when the addition is first, which the moderator has not read', async () => {
      const { id, other, add, decide } = await buildContested();
      const results = await queueFor(id, () => add('Meanwhile.'), decide);
      expect(results).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: { code: 'conflict' } }]);
      const open = await listReportsAbout(other);
      expect(open).toHaveLength(3);
      expect(open.find((report) => report.id === id)).toMatchObject({ additions: 2 });
    });

    it('take no addition when the decision is first, and it becomes a report of its own', async () => {
      const { id, other, add, decide } = await buildContested();
      const results = await queueFor(id, decide, () => add('Meanwhile.'));
      expect(results).toMatchObject([{ status: 'fulfilled' }, { status: 'fulfilled' }]);
      const open = await listReportsAbout(other);
      expect(open.map((report) => report.id)).not.toContain(id);
      expect(open.filter(({ details }) => details === 'Meanwhile.')).toHaveLength(1);
    });
  });

  it('change nothing until a moderator upholds them', async () => {
    const { one, other } = await buildReportedPair();
    const before = (await app.call(getTrustProfile, { as: other })).ok().trust_score;
    (await app.call(postReport, { as: one, params: { id: other.id }, body: { category: 'scam' } })).ok();
    expect((await app.call(getTrustProfile, { as: other })).ok().trust_score).toBe(before);
    const { other: dismissed } = await buildDecision('dismiss');
    expect((await app.call(getSanctions, { as: dismissed })).ok().sanctions).toEqual([]);
  });

  it('are decided once, and the decision is in the audit log', async () => {
    const reason = 'A threat, seen in the message itself.';
    const { reportId } = await buildDecision('warn', reason);
    const again = { action: 'ban' as const, reason: 'again', additions: 0 };
    (await app.call(postModerationDecision, { as: moderator, params: { id: reportId }, body: again })).refused(
      'conflict',
    );
    const { entries } = (await app.call(getAudit, { as: moderator })).ok();
    // The test's clock does not advance, so the latest entry is not always the first.
    expect(entries.filter((entry) => entry.reason === reason)).toMatchObject([
      { moderator: 'Mo', action: 'warn', subject: 'Odo' },
    ]);
  });

  it('are paged, oldest first', async () => {
    const first = (await app.call(getModerationReports, { as: moderator, query: { status: 'upheld', limit: 1 } })).ok();
    const cursor = first.next_cursor ?? undefined;
    // Reports of the same moment come in any order.
    app.clock.advance(1_000);
    await buildDecision('warn');
    const all = (await app.call(getModerationReports, { as: moderator, query: { status: 'upheld' } })).ok().reports;
    const rest = (
      await app.call(getModerationReports, {
        as: moderator,
        query: { status: 'upheld', ...(cursor ? { cursor } : {}) },
      })
    ).ok().reports;
    expect([...(cursor ? first.reports : []), ...rest].map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });
});

describe('a decision about a user', () => {
  it('is shown to them with its reason, and costs trust', async () => {
    const { other, reason } = await buildDecision('warn');
    const { sanctions } = (await app.call(getSanctions, { as: other })).ok();
    expect(sanctions).toMatchObject([{ action: 'warn', reason, until: null, appeal: null }]);
    const trust = (await app.call(getTrustProfile, { as: other })).ok();
    expect(trust.changes.map(({ points }) => points)).toContainEqual(expect.any(Number));
    expect(trust.changes.some(({ points }) => points < 0)).toBe(true);
  });

  it('a suspended user can neither match nor write, can read why, and is unlocked afterwards', async () => {
    const { other, conversationId, matchId } = await buildDecision('suspend');
    (await app.call(getMatch, { as: other, params: { id: matchId } })).refused('account_locked');
    const body = { content: 'Still here' };
    (await app.call(postConversationMessage, { as: other, params: { id: conversationId }, body })).refused(
      'account_locked',
    );
    (await app.call(getMe, { as: other })).ok();
    expect((await app.call(getSanctions, { as: other })).ok().sanctions[0]?.until).not.toBeNull();
    app.clock.advance(SUSPENSION_MS + 1_000);
    const { id } = other;
    const token = (
      await app.database.db.transaction((tx) =>
        app.features.auth.sessions.open(tx, id, 'password', { ip: '127.0.0.1', userAgent: null }),
      )
    ).access_token;
    (await app.call(getMatch, { as: { token }, params: { id: matchId } })).ok();
  });

  it('is lifted by a granted appeal, which restores the trust; a second appeal is refused', async () => {
    const mod = await buildUser(app.features, { firstName: 'Mia', isModerator: true });
    const pair = await buildReportedPair();
    const { id: reportId } = (
      await app.call(postReport, { as: pair.one, params: { id: pair.other.id }, body: { category: 'other' } })
    ).ok();
    const before = (await app.call(getTrustProfile, { as: pair.other })).ok().trust_score;
    const ban = { action: 'ban' as const, reason: 'Looked worse than it was.', additions: 0 };
    (await app.call(postModerationDecision, { as: mod, params: { id: reportId }, body: ban })).ok();
    const [sanction] = (await app.call(getSanctions, { as: pair.other })).ok().sanctions;
    const id = sanction?.id ?? '';
    const text = 'Please read the whole conversation again.';
    (await app.call(postAppeal, { as: pair.one, params: { id }, body: { text } })).refused('not_found');
    (await app.call(postAppeal, { as: pair.other, params: { id }, body: { text } })).ok();
    // A lost answer is asked for again.
    (await app.call(postAppeal, { as: pair.other, params: { id }, body: { text } })).ok();
    const otherText = { text: 'And read it a third time, please.' };
    (await app.call(postAppeal, { as: pair.other, params: { id }, body: otherText })).refused('conflict');
    expect((await app.call(getAppeals, { as: mod })).ok().appeals).toEqual([]);
    expect((await app.call(getAppeals, { as: moderator })).ok().appeals).toMatchObject([{ sanction_id: id, text }]);
    const answer = { grant: true, answer: 'You are right, we are sorry.' };
    (await app.call(postAppealDecision, { as: mod, params: { id }, body: answer })).refused('forbidden');
    (await app.call(postAppealDecision, { as: moderator, params: { id }, body: answer })).ok();
    (await app.call(postAppealDecision, { as: moderator, params: { id }, body: answer })).refused('conflict');
    (await app.call(getMatch, { as: pair.other, params: { id: pair.matchId } })).ok();
    expect((await app.call(getTrustProfile, { as: pair.other })).ok().trust_score).toBe(before);
    expect((await app.call(getSanctions, { as: pair.other })).ok().sanctions[0]?.appeal).toMatchObject({
      status: 'granted',
      answer: answer.answer,
    });
  });
});

describe('a moderator', () => {
  it('cannot decide about themself: neither a report nor an appeal', async () => {
    const pair = await buildPair(app.features, { other: { firstName: 'Mara', isModerator: true } });
    const mara = pair.other;
    const another = await buildUser(app.features, { isModerator: true });
    const report = { category: 'harassment' as const };
    const { id } = (await app.call(postReport, { as: pair.one, params: { id: mara.id }, body: report })).ok();
    const reason = 'I did nothing that anybody could mind.';
    const decide = (as: BuiltUser, action: 'dismiss' | 'warn') =>
      app.call(postModerationDecision, { as, params: { id }, body: { action, reason, additions: 0 } });
    (await decide(mara, 'dismiss')).refused('forbidden');
    (await decide(another, 'warn')).ok();
    const [sanction] = (await app.call(getSanctions, { as: mara })).ok().sanctions;
    const params = { id: sanction?.id ?? '' };
    (await app.call(postAppeal, { as: mara, params, body: { text: 'Please look at this again, it is not so.' } })).ok();
    const body = { grant: true, answer: 'Granted by and to myself.' };
    (await app.call(postAppealDecision, { as: mara, params, body })).refused('forbidden');
    (await app.call(postAppealDecision, { as: another, params, body })).refused('forbidden');
    (await app.call(postAppealDecision, { as: moderator, params, body })).ok();
  });
});

describe('a moderator who reported somebody', () => {
  it('sees neither that report nor one about themself, and cannot decide them', async () => {
    const pair = await buildPair(app.features, { one: { firstName: 'Mona', isModerator: true } });
    const [mona, other] = [pair.one, pair.other];
    const body = { category: 'other' as const };
    const own = (await app.call(postReport, { as: mona, params: { id: other.id }, body })).ok();
    const about = (await app.call(postReport, { as: other, params: { id: mona.id }, body })).ok();
    const listed = async (as: BuiltUser) =>
      (await app.call(getModerationReports, { as, query: { status: 'open', limit: 100 } }))
        .ok()
        .reports.map(({ id }) => id);
    const [seen, all] = [await listed(mona), await listed(moderator)];
    for (const { id } of [own, about]) {
      expect(seen).not.toContain(id);
      expect(all).toContain(id);
      const decision = { action: 'ban' as const, reason: 'I say so.', additions: 0 };
      (await app.call(postModerationDecision, { as: mona, params: { id }, body: decision })).refused('forbidden');
    }
  });
});

describe('the queue', () => {
  it('shows the most severe reports first, then the oldest', async () => {
    const fresh = await buildTestApp();
    try {
      const mod = await buildUser(fresh.features, { isModerator: true });
      const { one, other } = await buildPair(fresh.features);
      for (const category of ['other', 'threat', 'fake_profile'] as const) {
        fresh.clock.advance(1_000);
        (await fresh.call(postReport, { as: one, params: { id: other.id }, body: { category } })).ok();
      }
      const pages = [];
      let cursor: string | undefined;
      do {
        const query = { status: 'open' as const, limit: 1, ...(cursor && { cursor }) };
        const page = (await fresh.call(getModerationReports, { as: mod, query })).ok();
        pages.push(...page.reports.map(({ category }) => category));
        cursor = page.next_cursor ?? undefined;
      } while (cursor);
      expect(pages).toEqual(['threat', 'fake_profile', 'other']);
    } finally {
      await fresh.stop();
    }
  });
});

describe('the people somebody met', () => {
  it('are listed with as many statements as one of them', async () => {
    const one = await buildUser(app.features);
    const meet = async () => {
      const other = await buildUser(app.features);
      await app.features.match.unmatch(one.id, await matchUsers(app.features, one.id, other.id));
    };
    const count = async () => {
      let people = 0;
      const n = await countStatements(async () => {
        people = (await app.call(getMetPeople, { as: one })).ok().people.length;
      });
      return { people, n };
    };
    await meet();
    const first = await count();
    expect(first.n).toBeGreaterThan(0);
    for (let n = 0; n < 6; n += 1) await meet();
    const later = await count();
    expect([first.people, later.people]).toEqual([1, 7]);
    expect(later.n).toBeLessThanOrEqual(first.n + 2);
  });
});

describe('a suspended person', () => {
  it('shows as suspended in the conversations with them, which take no messages until the lock ends', async () => {
    const { one, conversationId } = await buildDecision('suspend');
    const params = { id: conversationId };
    expect((await app.call(getChatConversation, { as: one, params })).ok().suspended).toBe(true);
    const body = { content: 'Are you still there?' };
    (await app.call(postConversationMessage, { as: one, params, body })).refused('conversation_paused');
    app.clock.advance(SUSPENSION_MS + 1_000);
    const as = { token: await signInAgain(one.id) };
    expect((await app.call(getChatConversation, { as, params })).ok().suspended).toBeUndefined();
    (await app.call(postConversationMessage, { as, params, body })).ok();
  });
});

describe('the evidence of a report', () => {
  it('marks for a moderator what its receiver was warned of, also late in a conversation', async () => {
    const { one, other, matchId } = await buildPair(app.features);
    const { chat } = app.features;
    const { id: conversationId } = await chat.start(one.id, matchId);
    const say = (userId: string, content: string) => chat.send({ userId, conversationId, content });
    for (let n = 1; n <= 8; n += 1) await say(n % 2 ? one.id : other.id, `Thought number ${n}.`);
    const { message } = await say(other.id, 'Could you lend me 200 euros until Friday?');
    const body = { category: 'scam' as const, message_ids: [message.id] };
    const { id } = (await app.call(postReport, { as: one, params: { id: other.id }, body })).ok();
    const query = { status: 'open' as const, limit: 100 };
    const { reports } = (await app.call(getModerationReports, { as: moderator, query })).ok();
    const evidence = reports.find((report) => report.id === id)?.evidence ?? [];
    expect(evidence.filter(({ caution }) => caution === 'money').map(({ content }) => content)).toEqual([
      message.content,
    ]);
  });

  it('keeps the messages around the reported one, also after they were deleted', async () => {
    const { one, other, matchId } = await buildPair(app.features);
    const { chat } = app.features;
    const { id: conversationId } = await chat.start(one.id, matchId);
    const ids: string[] = [];
    for (let n = 1; n <= 16; n += 1) {
      const userId = n % 2 ? one.id : other.id;
      ids.push((await chat.send({ userId, conversationId, content: `Thought number ${n}.` })).message.id);
    }
    const reported = ids[9] as string;
    const body = { category: 'other' as const, message_ids: [reported] };
    const { id } = (await app.call(postReport, { as: one, params: { id: other.id }, body })).ok();
    await chat.deleteMessage(other.id, conversationId, reported);
    const query = { status: 'open' as const, limit: 100 };
    const { reports } = (await app.call(getModerationReports, { as: moderator, query })).ok();
    const evidence = reports.find((report) => report.id === id)?.evidence ?? [];
    expect(evidence.map(({ content }) => content)).toEqual(
      Array.from({ length: 11 }, (_, i) => `Thought number ${i + 5}.`),
    );
    expect(evidence.filter((message) => message.reported).map(({ content }) => content)).toEqual([
      'Thought number 10.',
    ]);
  });
});

describe('a report', () => {
  it('can block in the same step, and both close at once', async () => {
    const { one, other, matchId } = await buildReportedPair();
    const body = { category: 'threat' as const, block: true };
    (await app.call(postReport, { as: one, params: { id: other.id }, body })).ok();
    expect((await app.call(getBlocks, { as: one })).ok().blocks.map(({ id }) => id)).toEqual([other.id]);
    (await app.call(getMatch, { as: other, params: { id: matchId } })).refused('match_gone');
  });

  it.each([
    ['ban', /acted on it/],
    ['dismiss', /no breach/],
  ] as const)('tells its author the outcome in neutral words: %s', async (action, words) => {
    const { one } = await buildDecision(action);
    const { notifications } = (await app.call(getNotifications, { as: one })).ok();
    const [told] = notifications.filter(({ title }) => title === 'We looked at your report');
    expect(told?.body).toMatch(words);
    expect(`${told?.title} ${told?.body}`).not.toMatch(/Odo|ban|insult/i);
  });

  it('is possible after an unmatch and after the other one asked for deletion', async () => {
    const { one, other, matchId } = await buildReportedPair();
    await app.features.match.unmatch(one.id, matchId);
    const { people } = (await app.call(getMetPeople, { as: one })).ok();
    expect(people).toMatchObject([{ id: other.id, blocked: false }]);
    const body = { category: 'harassment' as const };
    (await app.call(postReport, { as: one, params: { id: other.id }, body })).ok();
    await app.features.privacy.requestDeletion(other.id, null);
    (await app.call(postReport, { as: one, params: { id: other.id }, body: { ...body, block: true } })).ok();
    expect((await app.call(getMetPeople, { as: one })).ok().people).toMatchObject([{ id: other.id, blocked: true }]);
  });
});

describe('a report that is repeated because its answer was lost', () => {
  const body = { category: 'scam' as const, details: 'Asked me for money.', block: true };

  it('is filed once, also when both arrive at once', async () => {
    const { one, other } = await buildPair(app.features);
    const headers = { [REQUEST_KEY_HEADER]: crypto.randomUUID() };
    const send = () => app.call(postReport, { as: one, params: { id: other.id }, body, headers });
    const receipts = (await Promise.all([send(), send()])).map((answer) => answer.ok());
    receipts.push((await send()).ok());
    expect(new Set(receipts.map(({ id }) => id)).size).toBe(1);
    const { reports } = (await app.call(getModerationReports, { as: moderator, query: { limit: 100 } })).ok();
    expect(reports.filter(({ subject }) => subject.id === other.id)).toHaveLength(1);
  });

  it("tells nobody about another person's report, and does not replace it", async () => {
    const [pair, stranger] = [await buildPair(app.features), await buildPair(app.features)];
    const headers = { [REQUEST_KEY_HEADER]: crypto.randomUUID() };
    (await app.call(postReport, { as: pair.one, params: { id: pair.other.id }, body, headers })).ok();
    const theirs = { as: stranger.one, params: { id: stranger.other.id }, body, headers };
    (await app.call(postReport, theirs)).refused('conflict');
    const noUuid = { [REQUEST_KEY_HEADER]: 'x' };
    (await app.call(postReport, { ...theirs, headers: noUuid })).refused('bad_request');
  });
});
