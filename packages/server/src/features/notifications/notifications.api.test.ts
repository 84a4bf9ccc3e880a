import { randomUUID } from 'node:crypto';
import {
  getNotificationSettings,
  getNotifications,
  getPushKey,
  type NotificationKind,
  type NotificationSettingsChange,
  postNotificationRead,
  postNotificationsRead,
  postUnsubscribe,
  putNotificationSettings,
} from '@soulsight/contract/notifications';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from '../../core/db/types.ts';
import { queryRows } from '../../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { type BuiltAccount, buildAccount } from '../auth/auth.builders.ts';
import { defaultSettings, digestLimits } from './notifications.rules.ts';
import type { NewNotification } from './notifications.service.ts';
import { listDigestCandidates } from './notifications.store.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

const list = async (as: BuiltAccount, query: { cursor?: string; limit?: number } = {}) =>
  (await app.call(getNotifications, { as, query })).ok();

async function notify(to: BuiltAccount, more: Partial<NewNotification> = {}) {
  const notification = {
    userId: to.id,
    kind: 'message' as NotificationKind,
    title: 'A new message',
    body: 'Quiet Heron wrote to you.',
    href: '/chat',
    groupKey: randomUUID(),
    ...more,
  };
  await app.database.db.transaction((tx) => app.features.notifications.notify(tx, notification));
}

describe('notifications', () => {
  it('[1.9] [7.27] are listed newest first and in pages, arrive live, and are read one by one or all at once', async () => {
    const ann = await buildAccount(app.features.auth);
    const socket = await app.socket(ann);
    await socket.next('auth_success');
    for (const title of ['one', 'two', 'three']) {
      app.clock.advance(1_000);
      await notify(ann, { title });
    }
    expect((await socket.next('notification')).payload).toMatchObject({ title: 'one', unread: 1 });
    const first = await list(ann, { limit: 2 });
    expect(first.notifications.map(({ title }) => title)).toEqual(['three', 'two']);
    expect(first.unread).toBe(3);
    const second = await list(ann, { limit: 2, cursor: first.next_cursor ?? '' });
    expect(second.notifications.map(({ title }) => title)).toEqual(['one']);
    expect(second.next_cursor).toBeNull();
    const read = (id: string, as: BuiltAccount | null = ann) => app.call(postNotificationRead, { as, params: { id } });
    const [newest] = first.notifications;
    expect((await read(newest?.id ?? '')).ok().unread).toBe(2);
    expect((await socket.next('notification_read')).payload).toMatchObject({ id: newest?.id, unread: 2 });
    expect((await read(newest?.id ?? '')).ok().unread).toBe(2);
    const eve = await buildAccount(app.features.auth);
    (await read(newest?.id ?? '', eve)).refused('not_found');
    (await read(randomUUID())).refused('not_found');
    expect((await app.call(postNotificationsRead, { as: ann })).ok().unread).toBe(0);
    expect((await list(ann)).notifications.every((notification) => notification.read)).toBe(true);
    await socket.close();
  });

  it('refuse calls without a sign-in and invalid input', async () => {
    const ann = await buildAccount(app.features.auth);
    (await app.call(getNotifications)).refused('not_signed_in');
    (await app.call(postNotificationRead, { params: { id: randomUUID() } })).refused('not_signed_in');
    (await app.call(postNotificationsRead)).refused('not_signed_in');
    (await app.call(getNotificationSettings)).refused('not_signed_in');
    (await app.call(putNotificationSettings, { body: defaultSettings() })).refused('not_signed_in');
    (await app.call(getPushKey)).refused('not_signed_in');
    (await app.call(getNotifications, { as: ann, query: { cursor: 'x' } })).refused('bad_request');
    (await app.call(getNotifications, { as: ann, query: { limit: 0 } })).refused('validation_failed');
    (await app.call(postNotificationRead, { as: ann, params: { id: 'x' } })).refused('validation_failed');
  });

  it('of one group replace each other while they are unread', async () => {
    const ann = await buildAccount(app.features.auth);
    await notify(ann, { title: 'first', kind: 'trust', groupKey: 'trust' });
    await notify(ann, { title: 'second', kind: 'trust', groupKey: 'trust' });
    expect((await list(ann)).notifications.map(({ title }) => title)).toEqual(['second']);
    await app.database.db.transaction((tx) => app.features.notifications.markGroupRead(tx, ann.id, 'trust'));
    expect((await list(ann)).unread).toBe(0);
    app.clock.advance(1_000);
    await notify(ann, { title: 'third', kind: 'trust', groupKey: 'trust' });
    expect((await list(ann)).notifications.map(({ title }) => title)).toEqual(['third', 'second']);
  });

  it('of one group are stored one after the other', async () => {
    const ann = await buildAccount(app.features.auth);
    const like = {
      userId: ann.id,
      kind: 'like' as const,
      title: 'A like',
      body: 'Look.',
      href: '/',
      groupKey: 'likes',
    };
    // What makes others wait, which also the embedded database can show: it has one transaction at a time.
    const isLocked = async (tx: Tx) => {
      const { rows } = await tx.execute<{ locked: boolean }>(sql`
        with key as (select hashtextextended(${`notification:${ann.id}:likes`}, 0) as k)
        select exists(select from pg_locks, key where locktype = 'advisory' and pid = pg_backend_pid()
          and (classid::bigint << 32 | objid::bigint) = k) as locked`);
      return rows[0]?.locked;
    };
    const { notify: notifyIn, notifyOnce } = app.features.notifications;
    for (const store of [notifyIn, notifyOnce]) {
      await app.database.db.transaction(async (tx) => {
        expect(await isLocked(tx)).toBe(false);
        await store(tx, { ...like, ...(store === notifyOnce && { title: 'A second one' }) });
        expect(await isLocked(tx)).toBe(true);
      });
    }
  });

  it.runIf(process.env.TEST_DATABASE_URL)(
    'of one group are one, also where two transactions make the first one at once',
    async () => {
      const ann = await buildAccount(app.features.auth);
      const both = Promise.withResolvers<void>();
      let arrived = 0;
      const meet = async () => {
        arrived += 1;
        if (arrived === 2) both.resolve();
        await both.promise;
      };
      const like = {
        userId: ann.id,
        kind: 'like' as const,
        title: 'A like',
        body: 'Look.',
        href: '/',
        groupKey: 'likes',
      };
      const notifyAtOnce = () =>
        app.database.db.transaction(async (tx) => {
          await tx.execute(sql`select 1`);
          await meet();
          await app.features.notifications.notify(tx, like);
        });
      await Promise.all([notifyAtOnce(), notifyAtOnce()]);
      expect(await list(ann)).toMatchObject({ unread: 1, notifications: [{ title: 'A like' }] });
      const notifyOnceAtOnce = () =>
        app.database.db.transaction((tx) => app.features.notifications.notifyOnce(tx, { ...like, groupKey: 'once' }));
      const did = await Promise.all([notifyOnceAtOnce(), notifyOnceAtOnce()]);
      expect(did.sort()).toEqual([false, true]);
    },
  );

  it('of one conversation are one, unread again with each new message', async () => {
    const ann = await buildAccount(app.features.auth);
    await notify(ann, { kind: 'message', title: 'first', groupKey: 'chat:1' });
    await app.database.db.transaction((tx) => app.features.notifications.markGroupRead(tx, ann.id, 'chat:1'));
    await notify(ann, { kind: 'message', title: 'second', groupKey: 'chat:1' });
    expect(await list(ann)).toMatchObject({ unread: 1, notifications: [{ title: 'second' }] });
  });
});

describe('old notifications', () => {
  const sweepAfter = async (ms: number) => {
    app.clock.advance(ms);
    await app.core.jobs.send('notifications.old', {});
    await app.drain();
  };

  it('are deleted 90 days after they were read, and after 180 days even unread, except kinds that are sent only once', async () => {
    const ann = await buildAccount(app.features.auth);
    for (const kind of ['message', 'insight'] as const) await notify(ann, { kind, title: 'read', groupKey: kind });
    await app.features.notifications.markAllRead(ann.id);
    await notify(ann, { title: 'unread' });
    const kept = async () => {
      const rows = await queryRows(
        app,
        sql`select kind, read_at is not null as read from notifications where user_id = ${ann.id} order by kind, read`,
      );
      return rows.map(({ kind, read }) => `${read ? 'read' : 'unread'} ${kind}`);
    };
    await sweepAfter(89 * DAY_MS);
    expect(await kept()).toEqual(['read insight', 'unread message', 'read message']);
    await sweepAfter(2 * DAY_MS);
    expect(await kept()).toEqual(['read insight', 'unread message']);
    await sweepAfter(90 * DAY_MS);
    expect(await kept()).toEqual(['read insight']);
  });
});

describe('settings', () => {
  it('switch each kind and channel, and are stored', async () => {
    const ann = await buildAccount(app.features.auth);
    const settings = (await app.call(getNotificationSettings, { as: ann })).ok();
    expect(settings).toEqual(defaultSettings());
    const chosen = {
      kinds: { ...settings.kinds, message: { app: false, push: false, mail: false } },
      quiet_hours: { from: '22:00', to: '07:30' },
    };
    (await app.call(putNotificationSettings, { as: ann, body: chosen })).ok();
    expect((await app.call(getNotificationSettings, { as: ann })).ok()).toEqual(chosen);
    await notify(ann);
    await notify(ann, { kind: 'reveal', title: 'shown' });
    expect((await list(ann)).notifications.map(({ title }) => title)).toEqual(['shown']);
    const [row] = await queryRows(app, sql`select count(*)::int as n from notifications where user_id = ${ann.id}`);
    expect(row?.n).toBe(1);
    const bad = { ...chosen, quiet_hours: { from: '25:00', to: '07:30' } };
    (await app.call(putNotificationSettings, { as: ann, body: bad })).refused('validation_failed');
  });

  it('keep what a change leaves out: an unsubscribe, or the change of another tab, at the same time or before', async () => {
    const ann = await buildAccount(app.features.auth);
    const change = async (body: NotificationSettingsChange) =>
      (await app.call(putNotificationSettings, { as: ann, body })).ok();
    await Promise.all([
      app.features.notifications.unsubscribeMail(ann.id),
      change({ kinds: { reveal: { push: false } } }),
      change({ quiet_hours: { from: '22:00', to: '07:30' } }),
    ]);
    await change({ kinds: { like: { push: true } } });
    const { kinds, quiet_hours } = (await app.call(getNotificationSettings, { as: ann })).ok();
    expect(kinds.message.mail).toBe(false);
    expect([kinds.reveal.push, kinds.like, quiet_hours?.from]).toEqual([
      false,
      { app: true, push: true, mail: false },
      '22:00',
    ]);
  });
});

describe('the digest by email', () => {
  const digest = () => app.features.digest.sendDue();

  it('is one email for everything, with an unsubscribe link, and is not repeated', async () => {
    const ann = await buildAccount(app.features.auth);
    await app.call(getNotifications, { as: ann });
    await notify(ann, { title: 'Someone said yes', body: 'You have a match.', kind: 'match_mutual' });
    await notify(ann, { title: 'A new message', body: 'Quiet Heron wrote to you.' });
    await notify(ann, { title: 'Your picture grew', body: 'Look.', kind: 'insight' });
    await digest();
    expect(app.mails(ann.email)).toEqual([]);
    app.clock.advance(31 * MINUTE_MS);
    await digest();
    await digest();
    const [mail, ...more] = app.mails(ann.email);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('You have a match.');
    expect(mail?.text).toContain('Quiet Heron wrote to you.');
    expect(mail?.text).not.toContain('Your picture grew');
    expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    app.clock.advance(HOUR_MS);
    await notify(ann, { title: 'Another' });
    app.clock.advance(HOUR_MS);
    await digest();
    expect(app.mails(ann.email)).toHaveLength(1);
    app.clock.advance(12 * HOUR_MS);
    await digest();
    expect(app.mails(ann.email)).toHaveLength(2);
  });

  it('looks only at users who may get one now', async () => {
    const build = () => buildAccount(app.features.auth);
    const [due, off, mailed, quiet, fresh] = await Promise.all([build(), build(), build(), build(), build()]);
    for (const user of [due, off, mailed, quiet, fresh]) await app.call(getNotifications, { as: user });
    const kinds = { message: { mail: false } };
    (await app.call(putNotificationSettings, { as: off, body: { kinds } })).ok();
    // Other kinds are mailed as before.
    (await app.call(putNotificationSettings, { as: due, body: { kinds: { reveal: { mail: false } } } })).ok();
    await notify(mailed);
    app.clock.advance(HOUR_MS);
    await digest();
    for (const user of [due, off, mailed]) await notify(user);
    await notify(quiet, { kind: 'insight' });
    app.clock.advance(HOUR_MS);
    const active = await build();
    await notify(active);
    app.clock.advance(11 * MINUTE_MS);
    await list(active);
    await notify(fresh);
    const page = { since: new Date(0), afterUserId: null, limit: 1_000, ...digestLimits(app.clock.now()) };
    const candidates = (await listDigestCandidates(app.core.db, page)).map(({ userId }) => userId);
    expect([due, off, active, mailed, quiet, fresh].map(({ id }) => candidates.includes(id))).toEqual([
      ...[true, false, false, false, false, false],
    ]);
  });

  it('is one email, also where two runs meet, and names nothing older than a week', async () => {
    const ann = await buildAccount(app.features.auth);
    await app.call(getNotifications, { as: ann });
    await notify(ann, { title: 'From last month', body: 'Long ago.', groupKey: 'old' });
    app.clock.advance(30 * DAY_MS);
    await notify(ann, { title: 'A new message', body: 'Quiet Heron wrote to you.' });
    app.clock.advance(31 * MINUTE_MS);
    await Promise.all([digest(), digest()]);
    const [mail, ...more] = app.mails(ann.email);
    expect(more).toEqual([]);
    expect(mail?.text).toContain('Quiet Heron wrote to you.');
    expect(mail?.text).not.toContain('Long ago.');
  });

  it('is not sent more often during one conversation', async () => {
    const ann = await buildAccount(app.features.auth);
    const writeAgain = () => notify(ann, { title: 'Quiet Heron wrote to you', groupKey: `message:${ann.id}` });
    await app.call(getNotifications, { as: ann });
    await writeAgain();
    app.clock.advance(HOUR_MS);
    await digest();
    for (let hour = 0; hour < 3; hour++) {
      app.clock.advance(MINUTE_MS);
      await writeAgain();
      app.clock.advance(HOUR_MS);
      await digest();
    }
    expect(app.mails(ann.email)).toHaveLength(1);
    app.clock.advance(12 * HOUR_MS);
    await digest();
    expect(app.mails(ann.email)).toHaveLength(2);
  });

  it('is not sent to an unverified address or in quiet hours', async () => {
    const ann = await buildAccount(app.features.auth, { verified: false });
    const ben = await buildAccount(app.features.auth);
    const time = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString().slice(11, 16);
    const quiet_hours = { from: time(0), to: time(3 * HOUR_MS) };
    await app.features.notifications.saveSettings(ben.id, { ...defaultSettings(), quiet_hours });
    await notify(ann);
    await notify(ben);
    app.clock.advance(HOUR_MS);
    await digest();
    expect([...app.mails(ann.email), ...app.mails(ben.email)]).toEqual([]);
    app.clock.advance(3 * HOUR_MS);
    await digest();
    expect(app.mails(ann.email)).toEqual([]);
    expect(app.mails(ben.email)).toHaveLength(1);
  });

  it('is turned off by the link: by a mail program, or on the page that it opens', async () => {
    const ann = await buildAccount(app.features.auth);
    await notify(ann);
    app.clock.advance(HOUR_MS);
    await digest();
    const link = app.mails(ann.email)[0]?.links.find((url) => url.includes('unsubscribe')) ?? '';
    const { pathname, search } = new URL(link);
    const page = await app.http.inject(pathname + search);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('<button>Turn off these emails</button>');
    const staysOn = 'Emails about your subscription, your safety and your account stay on.';
    expect(page.body).toContain(staysOn);
    expect(page.body).not.toContain('prefers-color-scheme');
    const mailOn = async () => (await app.features.notifications.getSettings(ann.id)).kinds.message.mail;
    expect(await mailOn()).toBe(true);
    const pressed = await app.http.inject({
      method: 'POST',
      url: pathname + search,
      payload: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(pressed.json()).toEqual({ ok: true });
    expect(await mailOn()).toBe(false);
    const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await app.http.inject({ method: 'POST', url: pathname + search, payload: '', headers });
    expect(answer.body).toContain(staysOn);
    await notify(ann);
    app.clock.advance(24 * HOUR_MS);
    await digest();
    expect(app.mails(ann.email)).toHaveLength(1);
  });

  it('keeps mailing important kinds after an unsubscribe, without an unsubscribe link that would change nothing', async () => {
    const ann = await buildAccount(app.features.auth);
    await app.features.notifications.unsubscribeMail(ann.id);
    await notify(ann);
    await notify(ann, { kind: 'account', title: 'A new sign-in', body: 'From another device.' });
    app.clock.advance(HOUR_MS);
    await digest();
    const [mail, ...more] = app.mails(ann.email);
    expect(more).toEqual([]);
    expect([mail?.subject, mail?.headers]).toEqual(['A new sign-in', undefined]);
    expect(mail?.text).not.toContain('nsubscribe');
    expect(mail?.text).not.toContain('Quiet Heron');
  });

  it('is not delayed by a separate email, whose notification it leaves out', async () => {
    const ann = await buildAccount(app.features.auth);
    const ownMail = { key: 'decision:1', paragraphs: ['It was decided.'], action: 'Read it', concerns: 'your account' };
    await notify(ann, { kind: 'safety', title: 'A decision', body: 'Decided.', groupKey: 'decision:1', ownMail });
    await notify(ann, { kind: 'safety', title: 'A decision', body: 'Decided.', groupKey: 'decision:1', ownMail });
    expect(app.mails(ann.email).map(({ subject }) => subject)).toEqual(['A decision']);
    await notify(ann);
    app.clock.advance(HOUR_MS);
    await digest();
    expect(app.mails(ann.email).map(({ subject }) => subject)).toEqual(['A new message', 'A decision']);
  });

  it('is not delayed by a separate email whose notification was replaced', async () => {
    const ann = await buildAccount(app.features.auth);
    const ownMail = { key: 'dispute:1', paragraphs: ['It is disputed.'], action: 'Read it', concerns: 'your account' };
    await notify(ann, { kind: 'subscription', title: 'A dispute', body: 'Open.', groupKey: 'plan', ownMail });
    app.clock.advance(HOUR_MS);
    await notify(ann, { kind: 'subscription', title: 'The dispute', body: 'Settled.', groupKey: 'plan' });
    app.clock.advance(HOUR_MS);
    await digest();
    expect(app.mails(ann.email)).toHaveLength(2);
  });

  it('is not sent sooner because a separate email replaced a notification of the last digest', async () => {
    const ann = await buildAccount(app.features.auth);
    await notify(ann, { kind: 'subscription', title: 'A refund', body: 'On its way.', groupKey: 'plan' });
    app.clock.advance(HOUR_MS);
    await digest();
    const ownMail = { key: 'dispute:2', paragraphs: ['It is disputed.'], action: 'Read it', concerns: 'your account' };
    await notify(ann, { kind: 'subscription', title: 'A dispute', body: 'Open.', groupKey: 'plan', ownMail });
    await notify(ann);
    app.clock.advance(HOUR_MS);
    await digest();
    expect(app.mails(ann.email).map(({ subject }) => subject)).toEqual(['A dispute', 'A refund']);
    app.clock.advance(12 * HOUR_MS);
    await digest();
    expect(app.mails(ann.email)[0]?.subject).toBe('A new message');
  });

  it('has a link that works after the account was erased', async () => {
    const ann = await buildAccount(app.features.auth);
    await notify(ann);
    app.clock.advance(HOUR_MS);
    await digest();
    const link = new URL(app.mails(ann.email)[0]?.links.find((url) => url.includes('unsubscribe')) ?? '');
    await app.features.privacy.erase(ann.id);
    expect((await app.http.inject(link.pathname + link.search)).statusCode).toBe(200);
    (await app.call(postUnsubscribe, { query: { token: link.searchParams.get('token') ?? '' } })).ok();
  });

  it('cannot be turned off by a forged link', async () => {
    (await app.call(postUnsubscribe, { query: { token: 'abc' } })).refused('bad_request');
    (await app.call(postUnsubscribe, { query: {} as never })).refused('validation_failed');
    expect((await app.http.inject('/api/notifications/unsubscribe?token=abc')).statusCode).toBe(400);
    expect((await app.http.inject('/api/notifications/unsubscribe')).statusCode).toBe(400);
  });

  it('says on a page that a forged or shortened link is not valid', async () => {
    const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
    for (const method of ['GET', 'POST'] as const)
      for (const query of ['?token=abc', '']) {
        const answer = await app.http.inject({ method, url: `/api/notifications/unsubscribe${query}`, headers });
        expect(answer).toMatchObject({ statusCode: 400 });
        expect(answer.headers['content-type']).toContain('text/html');
        expect(answer.body).toContain('This link is not valid.');
      }
  });
});
