import { postMatchFind } from '@soulsight/contract/match';
import {
  deleteContactBlock,
  getAppeals,
  getContactBlocks,
  getSanctions,
  postAppeal,
  postAppealDecision,
  postContactBlock,
  postModerationDecision,
  postReport,
} from '@soulsight/contract/safety';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS_DIR } from '../../../core/db/migrate.ts';
import { waitForLockWaits } from '../../../testing/lock-waits.ts';
import { useOwnTestApp } from '../../../testing/own-test-app.ts';
import { queryRows } from '../../../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { signInAgain } from '../../../testing/test-users.ts';
import { type BuiltUser, buildUser, matchUsers } from '../../demo/builders/user.builder.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

const find = (as: BuiltUser) => app.call(postMatchFind, { as });
const blockContact = async (as: BuiltUser, contact: string) =>
  (await app.call(postContactBlock, { as, body: { contact } })).ok();

describe('a block by email', () => {
  // With nobody else who could be introduced.
  useOwnTestApp(
    () => app,
    (own) => {
      app = own;
    },
  );

  it('[7.26] keeps two people from being introduced to each other, from both sides, until it is removed', async () => {
    const ann = await buildUser(app.features, { email: 'ann@example.org' });
    const bob = await buildUser(app.features, { email: 'bob.b@gmail.com' });
    const { id } = await blockContact(ann, 'Bob.B+dating@googlemail.com');
    (await find(ann)).refused('nobody_left');
    (await find(bob)).refused('nobody_left');
    const { contacts } = (await app.call(getContactBlocks, { as: ann })).ok();
    expect(contacts).toMatchObject([{ id, contact: 'Bob.B+dating@googlemail.com' }]);
    (await app.call(deleteContactBlock, { as: bob, params: { id } })).refused('not_found');
    (await app.call(deleteContactBlock, { as: ann, params: { id } })).ok();
    (await find(ann)).ok();
  });

  it('[7.26] still holds when the other changes their address, and until it is removed', async () => {
    const ann = await buildUser(app.features);
    const bob = await buildUser(app.features, { email: 'bob@example.org' });
    const { id } = await blockContact(ann, 'bob@example.org');
    for (const email of ['new@example.org', 'newer@example.org']) {
      await queryRows(app, sql`update users set email = ${email} where id = ${bob.id} returning 1`);
      await app.features.safety.refreshMarksIfChanged(bob.id);
    }
    await app.features.safety.sweepMarks();
    (await find(ann)).refused('nobody_left');
    (await find(bob)).refused('nobody_left');
    const listMarks = () =>
      queryRows(app, sql`select kind from account_marks where user_id = ${bob.id} and kind <> 'network' order by kind`);
    expect(await listMarks()).toEqual([{ kind: 'email' }, { kind: 'former_address' }]);
    (await app.call(deleteContactBlock, { as: ann, params: { id } })).ok();
    await app.features.safety.sweepMarks();
    expect(await listMarks()).toEqual([{ kind: 'email' }]);
    (await find(ann)).ok();
  });

  it('covers people who sign up later', async () => {
    const ann = await buildUser(app.features);
    await blockContact(ann, 'later@example.org');
    await buildUser(app.features, { email: 'later+1@example.org' });
    (await find(ann)).refused('nobody_left');
  });

  it('answers alike whether or not there is such an account, and stores no address unencrypted', async () => {
    const ann = await buildUser(app.features);
    await buildUser(app.features, { email: 'known@example.org' });
    const known = await blockContact(ann, 'known@example.org');
    const unknown = await blockContact(ann, 'nobody@example.org');
    expect(Object.keys(known)).toEqual(Object.keys(unknown));
    const again = await blockContact(ann, 'known@example.org');
    expect(again.id).toBe(known.id);
    const stored = await queryRows(app, sql`select c::text as row from contact_blocks c`);
    expect(JSON.stringify(stored)).not.toContain('example.org');
    const marks = await queryRows(app, sql`select k::text as row from account_marks k`);
    expect(JSON.stringify(marks)).not.toContain('example.org');
  });

  it('also finds accounts from before there were marks', async () => {
    const early = await buildUser(app.features, { email: 'early@example.org' });
    await queryRows(app, sql`delete from account_marks where user_id = ${early.id}`);
    const ann = await buildUser(app.features);
    await blockContact(ann, 'early@example.org');
    await app.features.safety.sweepMarks();
    (await find(ann)).refused('nobody_left');
  });

  it('is refused for what is neither an email nor a phone number with its country code', async () => {
    const ann = await buildUser(app.features);
    for (const contact of ['bob', '0170 1234567'])
      (await app.call(postContactBlock, { as: ann, body: { contact } })).refused('validation_failed');
  });
});

describe('the addresses that one person blocks', () => {
  it('are at most 200, also when several are added at once; one of them can be added again', async () => {
    const ann = await buildUser(app.features);
    const block = (n: number) => app.features.safety.blockContact(ann.id, `number${n}@example.org`);
    for (let n = 0; n < 198; n += 1) await block(n);
    const outcomes = await Promise.allSettled([198, 199, 200, 201, 202, 203].map(block));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await block(0);
    expect(await app.features.safety.listContactBlocks(ann.id)).toHaveLength(200);
  });
});

describe('a ban', () => {
  /** Returns the moderator who decided. */
  async function ban(user: BuiltUser): Promise<BuiltUser> {
    const moderator = await buildUser(app.features, { isModerator: true });
    const one = await buildUser(app.features);
    await matchUsers(app.features, one.id, user.id);
    const body = { category: 'scam' as const };
    const { id } = (await app.call(postReport, { as: one, params: { id: user.id }, body })).ok();
    const decision = { action: 'ban' as const, reason: 'Asked several people for money.', additions: 0 };
    (await app.call(postModerationDecision, { as: moderator, params: { id }, body: decision })).ok();
    return moderator;
  }
  async function buildBannedBy(email: string) {
    const user = await buildUser(app.features, { email });
    return { user, moderator: await ban(user) };
  }
  const buildBanned = async (email: string) => (await buildBannedBy(email)).user;

  const listSanctions = async (as: BuiltUser) => (await app.call(getSanctions, { as })).ok().sanctions;
  async function grantAppeal(as: BuiltUser) {
    const params = { id: (await listSanctions(as))[0]?.id ?? '' };
    (await app.call(postAppeal, { as, params, body: { text: 'That was my stolen phone, not me.' } })).ok();
    const judge = await buildUser(app.features, { isModerator: true });
    const body = { grant: true, answer: 'You are right, we are sorry.' };
    (await app.call(postAppealDecision, { as: judge, params, body })).ok();
  }
  const connect = ({ id }: BuiltUser) => app.features.safety.refreshMarksIfChanged(id);

  it('reaches another account of the person once, however often it connects, and not again after a granted appeal', async () => {
    await buildBanned('lea@example.org');
    const again = await buildUser(app.features, { email: 'lea+2@example.org' });
    const epoch = () => queryRows(app, sql`select epoch from users where id = ${again.id}`);
    const before = await epoch();
    await Promise.all([connect(again), connect(again)]);
    await connect(again);
    expect(await listSanctions(again)).toHaveLength(1);
    expect(await epoch()).toEqual(before);
    await grantAppeal(again);
    await connect(again);
    expect(await listSanctions(again)).toMatchObject([{ appeal: { status: 'granted' } }]);
    (await find(await signInAgain(app, again))).ok();
  });

  it('that is lifted no longer holds for the accounts that it followed the person to', async () => {
    const banned = await buildBanned('mai@example.org');
    const again = await buildUser(app.features, { email: 'mai+2@example.org' });
    await connect(again);
    (await find(again)).refused('account_locked');
    await grantAppeal(banned);
    (await find(await signInAgain(app, again))).ok();
    expect(await listSanctions(again)).toMatchObject([{ appeal: { status: 'granted' } }]);
  });

  it('that was repeated at each connection by an older version stays once, with its appeal', async () => {
    await buildBanned('noa@example.org');
    const again = await buildUser(app.features, { email: 'noa+2@example.org' });
    const repeat = (appeal: string | null) =>
      queryRows(
        app,
        sql`insert into sanctions (user_id, report_id, action, reason, appeal_status, at)
          select user_id, report_id, action, reason, ${appeal}, at from sanctions where user_id = ${again.id} limit 1 returning 1`,
      );
    await repeat('refused');
    await repeat('granted');
    await repeat('open');
    const others = () => queryRows(app, sql`select s::text from sanctions s where user_id <> ${again.id} order by 1`);
    const before = await others();
    for (const { sql: statements } of readMigrationFiles({ migrationsFolder: MIGRATIONS_DIR }))
      if (statements.some((statement) => statement.includes('inserted again at every connection')))
        for (const statement of statements) await app.core.db.execute(sql.raw(statement));
    expect(await listSanctions(again)).toMatchObject([{ appeal: { status: 'granted' } }]);
    expect(await others()).toEqual(before);
    const locks = await queryRows(app, sql`select 1 from users where id = ${again.id} and locked_until > now()`);
    expect(locks).toEqual([]);
  });

  describe('while a node of an older version runs', () => {
    const repeat = (userId: string, appeal: string | null) =>
      queryRows(
        app,
        sql`insert into sanctions (user_id, report_id, action, reason, appeal_status, at)
          select user_id, report_id, action, reason, ${appeal}, at from sanctions where user_id = ${userId} limit 1 returning 1`,
      );
    const isLocked = async ({ id }: BuiltUser) =>
      (await queryRows(app, sql`select 1 from users where id = ${id} and locked_until > now()`)).length > 0;

    it('is one again within an hour, and stays so with its appeal', async () => {
      await buildBanned('ida@example.org');
      const again = await buildUser(app.features, { email: 'ida+2@example.org' });
      await connect(again);
      await repeat(again.id, 'open');
      await repeat(again.id, null);
      await app.features.safety.sweepMarks();
      expect(await listSanctions(again)).toMatchObject([{ appeal: { status: 'open' } }]);
      expect(await isLocked(again)).toBe(true);
    });

    it('does not outlive its granted appeal by its repetitions', async () => {
      await buildBanned('pia@example.org');
      const again = await buildUser(app.features, { email: 'pia+2@example.org' });
      await connect(again);
      await repeat(again.id, null);
      await grantAppeal(again);
      expect(await isLocked(again)).toBe(false);
      await queryRows(app, sql`update users set locked_until = '9999-12-31' where id = ${again.id} returning 1`);
      await app.features.safety.sweepMarks();
      expect(await isLocked(again)).toBe(false);
      expect(await listSanctions(again)).toMatchObject([{ appeal: { status: 'granted' } }]);
    });

    it('is lifted with the one that it came from', async () => {
      const banned = await buildBanned('zoe@example.org');
      const again = await buildUser(app.features, { email: 'zoe+2@example.org' });
      await connect(again);
      await queryRows(
        app,
        sql`update sanctions set appeal_status = 'granted' where user_id = ${banned.id} returning 1`,
      );
      await app.features.safety.sweepMarks();
      expect(await isLocked(again)).toBe(false);
      expect(await listSanctions(again)).toMatchObject([{ appeal: { status: 'granted' } }]);
    });
  });

  it('that is being lifted while another account connects does not stay on that account', async () => {
    const banned = await buildBanned('liv@example.org');
    const again = await buildUser(app.features, { email: 'liv+2@example.org' });
    // As before its first connection.
    await queryRows(app, sql`delete from sanctions where user_id = ${again.id} returning 1`);
    const lifted = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const lifting = app.core.db.transaction(async (tx) => {
      await tx.execute(sql`update sanctions set appeal_status = 'granted' where user_id = ${banned.id}`);
      await tx.execute(
        sql`delete from ban_marks where sanction_id in (select id from sanctions where user_id = ${banned.id})`,
      );
      lifted.resolve();
      // The embedded database has one transaction at a time. Outside this one, in which PostgreSQL shows the connections of its first look.
      if (process.env.TEST_DATABASE_URL) await Promise.race([ended.promise, waitForLockWaits(app.core.db, 1)]);
    });
    await lifted.promise;
    await connect(again).finally(ended.resolve);
    await lifting;
    expect(await listSanctions(again)).toEqual([]);
  });

  it('follows the person to an alias of their address, who reads why and may appeal', async () => {
    await buildBanned('scam.mer@gmail.com');
    const again = await buildUser(app.features, { email: 'scammer+new@googlemail.com' });
    (await find(again)).refused('account_locked');
    const [sanction] = (await app.call(getSanctions, { as: again })).ok().sanctions;
    expect(sanction).toMatchObject({ action: 'ban', until: null, appeal: null });
    const neighbour = await buildUser(app.features, { email: 'scam.mer@example.org' });
    expect((await app.call(getSanctions, { as: neighbour })).ok().sanctions).toEqual([]);
  });

  it('does not reach who has the former address of a banned person', async () => {
    const blocker = await buildUser(app.features);
    await blockContact(blocker, 'uma@example.org');
    const scammer = await buildUser(app.features, { email: 'uma@example.org' });
    await queryRows(app, sql`update users set email = 'uma.new@example.org' where id = ${scammer.id} returning 1`);
    await connect(scammer);
    await ban(scammer);
    const owner = await buildUser(app.features, { email: 'uma@example.org' });
    await connect(owner);
    expect(await listSanctions(owner)).toEqual([]);
  });

  it('on an account that it followed the person to is not judged by the moderator who decided it', async () => {
    const { moderator } = await buildBannedBy('amy@example.org');
    const again = await buildUser(app.features, { email: 'amy+2@example.org' });
    await connect(again);
    const params = { id: (await listSanctions(again))[0]?.id ?? '' };
    (await app.call(postAppeal, { as: again, params, body: { text: 'That was my stolen phone, not me.' } })).ok();
    const body = { grant: false, answer: 'I said so before.' };
    const listed = async (as: BuiltUser) =>
      (await app.call(getAppeals, { as })).ok().appeals.map(({ sanction_id }) => sanction_id);
    expect(await listed(moderator)).not.toContain(params.id);
    (await app.call(postAppealDecision, { as: moderator, params, body })).refused('forbidden');
    const judge = await buildUser(app.features, { isModerator: true });
    expect(await listed(judge)).toContain(params.id);
    (await app.call(postAppealDecision, { as: judge, params, body })).ok();
  });

  it('outlives the deletion of the account, and ends with a granted appeal', async () => {
    const banned = await buildBanned('eve@example.org');
    await app.features.privacy.erase(banned.id);
    const again = await buildUser(app.features, { email: 'eve@example.org' });
    (await find(again)).refused('account_locked');

    const other = await buildBanned('kim@example.org');
    await grantAppeal(other);
    const second = await buildUser(app.features, { email: 'kim+2@example.org' });
    expect((await app.call(getSanctions, { as: second })).ok().sanctions).toEqual([]);
  });
});

describe('connecting', () => {
  it('writes the marks of an account again only where its addresses, networks or browsers changed', async () => {
    const { id } = await buildUser(app.features);
    const connect = async () => {
      await app.features.safety.refreshMarksIfChanged(id);
      const rows = await queryRows(
        app,
        sql`select kind, digest, xmin::text as written from account_marks where user_id = ${id} order by kind, digest`,
      );
      return rows;
    };
    const signIn = (ip: string) =>
      app.database.db.transaction((tx) =>
        app.features.auth.sessions.open(tx, id, 'password', { ip, userAgent: 'Firefox' }),
      );
    await signIn('203.0.113.7');
    const first = await connect();
    expect(first.map(({ kind }) => kind)).toEqual(['device', 'email', 'network']);
    expect(await connect()).toEqual(first);
    await signIn('198.51.100.7');
    expect(await connect()).toHaveLength(5);
    await queryRows(app, sql`update users set email = 'moved@example.org' where id = ${id}`);
    const moved = (await connect()).find(({ kind }) => kind === 'email');
    expect(moved?.digest).not.toBe(first.find(({ kind }) => kind === 'email')?.digest);
    await queryRows(app, sql`update users set email_confirmed_at = null where id = ${id}`);
    expect((await connect()).map(({ kind }) => kind)).not.toContain('email');
  });
});
