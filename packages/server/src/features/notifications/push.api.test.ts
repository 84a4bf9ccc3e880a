import { randomUUID } from 'node:crypto';
import { postAuthLogout, postAuthResetPassword } from '@soulsight/contract/auth';
import {
  getPushKey,
  PUSH_BROWSERS_MAX,
  postNotificationShown,
  postNotificationsRead,
  postPushSubscription,
  postPushUnsubscribe,
} from '@soulsight/contract/notifications';
import { patchMe } from '@soulsight/contract/profile';
import { HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { NotPublicError, type PublicCalls } from '../../core/http/public-calls.ts';
import { startPushService, type TestBrowser, type TestPushService } from '../../testing/push-service.ts';
import { queryRows } from '../../testing/query-rows.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { type BuiltAccount, buildAccount } from '../auth/auth.builders.ts';
import { defaultSettings } from './notifications.rules.ts';
import type { NewNotification } from './notifications.service.ts';

let service: TestPushService;
let app: TestApp;
beforeAll(async () => {
  service = await startPushService();
  app = await buildTestApp({ env: { PUSH_TEST_ORIGIN: service.origin } });
});
afterAll(async () => {
  await app.stop();
  await service.close();
});
afterEach(() => {
  expect(service.answers).toEqual([]);
});

/** Notifies, and returns the notification's id. */
async function notify(to: BuiltAccount, more: Partial<NewNotification> = {}): Promise<string> {
  const notification = {
    userId: to.id,
    kind: 'message' as const,
    title: 'A new message',
    body: 'Quiet Heron wrote to you.',
    href: '/chat',
    groupKey: randomUUID(),
    ...more,
  };
  await app.database.db.transaction((tx) => app.features.notifications.notify(tx, notification));
  const [row] = await queryRows(app, sql`select id from notifications where group_key = ${notification.groupKey}`);
  return String(row?.id);
}

const subscribe = (as: BuiltAccount | null, { subscription }: TestBrowser) =>
  app.call(postPushSubscription, { as, body: subscription });
const listEndpoints = async (userId: string) =>
  (
    await queryRows(app, sql`select endpoint from push_subscriptions where user_id = ${userId} order by created_at, id`)
  ).map(({ endpoint }) => endpoint);

/** A user with one browser. */
async function buildSubscribed() {
  const ann = await buildAccount(app.features.auth);
  const browser = service.buildBrowser();
  (await subscribe(ann, browser)).ok();
  return { ann, browser };
}

/** The time of day in UTC, `ms` milliseconds from now. */
const time = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString().slice(11, 16);

describe('web push', () => {
  it('has one VAPID key for the installation', async () => {
    const ann = await buildAccount(app.features.auth);
    const { key } = (await app.call(getPushKey, { as: ann })).ok();
    expect(Buffer.from(key, 'base64url')).toHaveLength(65);
    expect((await app.call(getPushKey, { as: ann })).ok().key).toBe(key);
  });

  it('[7.27] arrives encrypted for one browser, and signed by the installation', async () => {
    const { ann, browser } = await buildSubscribed();
    const id = await notify(ann, { title: 'Quiet Heron wrote to you', groupKey: 'g' });
    await app.drain();
    const [push] = service.received.filter(({ endpoint }) => endpoint === browser.subscription.endpoint);
    expect(push?.body.toString('latin1')).not.toContain('Heron');
    expect(push?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' });
    expect(push?.headers.authorization).toMatch(/^vapid t=/);
    const text = { title: 'Quiet Heron wrote to you', body: 'Quiet Heron wrote to you.' };
    const created_at = app.clock.now().toISOString();
    expect(browser.pushes()).toEqual([
      { id, kind: 'message', ...text, href: '/chat', tag: 'g', created_at, unread: 1 },
    ]);
  });

  it("reaches the user's browsers, except those that were turned off or now belong to another user", async () => {
    const [ann, eve] = [await buildAccount(app.features.auth), await buildAccount(app.features.auth)];
    const [own, shared] = [service.buildBrowser(), service.buildBrowser()];
    (await subscribe(ann, own)).ok();
    (await subscribe(ann, shared)).ok();
    (await subscribe(eve, shared)).ok();
    await notify(ann);
    await app.drain();
    expect([own.pushes().length, shared.pushes().length]).toEqual([1, 0]);
    const { endpoint } = own.subscription;
    (await app.call(postPushUnsubscribe, { as: eve, body: { endpoint } })).ok();
    await notify(ann);
    await app.drain();
    expect(own.pushes()).toHaveLength(2);
    (await app.call(postPushUnsubscribe, { as: ann, body: { endpoint } })).ok();
    await notify(ann);
    await app.drain();
    expect(own.pushes()).toHaveLength(2);
    (await subscribe(null, own)).refused('not_signed_in');
    (await app.call(postPushUnsubscribe, { body: { endpoint } })).refused('not_signed_in');
  });

  it('is not sent to addresses of this network, and the refusal does not tell which of them answer', async () => {
    const ann = await buildAccount(app.features.auth);
    const { subscription } = service.buildBrowser();
    const open = new URL(service.origin).port;
    const answers = await Promise.all(
      [
        'https://169.254.169.254/',
        `https://127.0.0.1:${open}/`,
        'https://127.0.0.1:1/',
        'http://127.0.0.1/',
        'javascript:1',
        'file:///etc/passwd',
      ].map((endpoint) => app.call(postPushSubscription, { as: ann, body: { ...subscription, endpoint } })),
    );
    const bodies = answers.map((answer) => answer.refused('bad_request').detail);
    expect(new Set(bodies)).toEqual(new Set(['This browser has a push service that we cannot use.']));
    const body = { ...subscription, endpoint: 'no address' };
    (await app.call(postPushSubscription, { as: ann, body })).refused('validation_failed');
    const weak = { ...subscription, keys: { p256dh: 'x', auth: 'y' } };
    (await app.call(postPushSubscription, { as: ann, body: weak })).refused('validation_failed');
    expect(await listEndpoints(ann.id)).toEqual([]);
  });

  it('is kept for the ten browsers that subscribed last', async () => {
    const ann = await buildAccount(app.features.auth);
    const browsers = Array.from({ length: PUSH_BROWSERS_MAX + 2 }, () => service.buildBrowser());
    for (const browser of browsers) {
      app.clock.advance(1_000);
      (await subscribe(ann, browser)).ok();
    }
    expect(await listEndpoints(ann.id)).toEqual(browsers.slice(2).map(({ subscription }) => subscription.endpoint));
  });

  describe('[L16] ends with the session that subscribed', () => {
    const PASSWORD = 'seven lanterns by the river';
    /** The owner and a thief have a session and a subscription each; one more was made before sessions were recorded. */
    async function buildTheft() {
      const { auth } = app.features;
      const owner = await buildAccount(auth, { password: 'a quiet orchard at dusk' });
      const client = { ip: '127.0.0.1', userAgent: null };
      const stolen = await auth.signIns.byPassword({ email: owner.email, password: 'a quiet orchard at dusk' }, client);
      const thief = { ...owner, token: stolen.access_token };
      const [own, others] = [service.buildBrowser(), service.buildBrowser()];
      (await subscribe(owner, own)).ok();
      (await subscribe(thief, others)).ok();
      await app.database.db.execute(sql`insert into push_subscriptions (user_id, endpoint, keys, created_at)
        values (${owner.id}, ${`https://push.example/${randomUUID()}`}, '{}', ${app.clock.now()})`);
      return { owner, thief, own: own.subscription.endpoint };
    }

    it('when the owner changes the password', async () => {
      const { owner, own, thief } = await buildTheft();
      (await app.call(postAuthResetPassword, { as: owner, body: { password: PASSWORD } })).ok();
      expect(await listEndpoints(owner.id)).toEqual([own]);
      (await subscribe(thief, service.buildBrowser())).refused('session_expired');
    });

    it('when the owner signs out everywhere', async () => {
      const { owner } = await buildTheft();
      (await app.call(postAuthLogout, { as: owner, body: { scope: 'global' } })).ok();
      expect(await listEndpoints(owner.id)).toEqual([]);
    });

    it('when one device signs out, without ending those of other devices', async () => {
      const { owner, thief, own } = await buildTheft();
      (await app.call(postAuthLogout, { as: thief, body: { scope: 'local' } })).ok();
      expect((await listEndpoints(owner.id)).toSorted()).toEqual([own, expect.stringContaining('push.example')]);
    });

    it('when an operator bans the account', async () => {
      const { owner } = await buildTheft();
      await app.features.auth.admin.update(owner.id, { banMs: HOUR_MS });
      expect(await listEndpoints(owner.id)).toEqual([]);
    });

    it('when the owner of the address claims the account', async () => {
      const squatter = await buildAccount(app.features.auth, { verified: false });
      (await subscribe(squatter, service.buildBrowser())).ok();
      const { accounts } = app.features.auth;
      const { user } = await accounts.get(squatter.id);
      await app.database.db.transaction((tx) => accounts.claim(tx, user, { passwordHash: null, metadata: {} }));
      expect(await listEndpoints(squatter.id)).toEqual([]);
    });

    it('also when the subscription is stored while the session ends', async () => {
      const owner = await buildAccount(app.features.auth);
      const { sessionId } = await app.features.auth.authenticator.authenticate(owner.token);
      await app.features.auth.signOut({ userId: owner.id, sessionId }, 'global');
      const late = app.features.notifications.subscribePush(
        { userId: owner.id, sessionId },
        service.buildBrowser().subscription,
      );
      await expect(late).rejects.toMatchObject({ code: 'session_expired' });
      expect(await listEndpoints(owner.id)).toEqual([]);
    });
  });

  it('deletes a cancelled subscription, and does not send what has been read', async () => {
    const { ann } = await buildSubscribed();
    service.answers.push({ status: 410 });
    await notify(ann);
    await app.drain();
    expect(await listEndpoints(ann.id)).toEqual([]);
    const browser = service.buildBrowser();
    (await subscribe(ann, browser)).ok();
    await notify(ann);
    await app.call(postNotificationsRead, { as: ann });
    await app.drain();
    expect(browser.pushes()).toEqual([]);
  });

  it('is tried again after 429, 503 and lost connections, and given up for what the push service refuses', async () => {
    const { ann, browser } = await buildSubscribed();
    service.answers.push({ status: 503 }, { status: 429, headers: { 'retry-after': '120' } });
    await notify(ann);
    await app.drain();
    expect(browser.pushes()).toHaveLength(1);
    app.clock.advance(MINUTE_MS);
    await app.drain();
    expect(browser.pushes()).toHaveLength(2);
    app.clock.advance(MINUTE_MS);
    await app.drain();
    expect(browser.pushes()).toHaveLength(2);
    app.clock.advance(MINUTE_MS);
    await app.drain();
    expect(browser.pushes()).toHaveLength(3);
    service.answers.push({ status: 302, headers: { location: 'http://127.0.0.1:1/' } });
    await notify(ann);
    await app.drain();
    app.clock.advance(HOUR_MS);
    await app.drain();
    expect(browser.pushes()).toHaveLength(4);
    expect(await listEndpoints(ann.id)).toHaveLength(1);
  });

  it('forgets a browser that refused five notifications in a row', async () => {
    const { ann } = await buildSubscribed();
    for (let n = 1; n <= 5; n += 1) {
      expect(await listEndpoints(ann.id)).toHaveLength(1);
      service.answers.push({ status: 400 });
      await notify(ann);
      await app.drain();
    }
    expect(await listEndpoints(ann.id)).toEqual([]);
  });

  it('waits for the end of quiet hours', async () => {
    const { ann, browser } = await buildSubscribed();
    (await app.call(patchMe, { as: ann, body: { timezone: 'UTC' } })).ok();
    const quiet_hours = { from: time(-HOUR_MS / 2), to: time(HOUR_MS / 2) };
    await app.features.notifications.saveSettings(ann.id, { ...defaultSettings(), quiet_hours });
    await notify(ann);
    await app.drain();
    expect(browser.pushes()).toEqual([]);
    app.clock.advance(HOUR_MS / 2);
    await app.drain();
    expect(browser.pushes()).toHaveLength(1);
  });

  it('waits for the end of quiet hours where it is tried again, and is not sent once its kind is off', async () => {
    const { ann, browser } = await buildSubscribed();
    (await app.call(patchMe, { as: ann, body: { timezone: 'UTC' } })).ok();
    const quiet_hours = { from: time(0), to: time(2 * HOUR_MS) };
    service.answers.push({ status: 503 });
    await notify(ann);
    await app.drain();
    expect(browser.pushes()).toHaveLength(1);
    await app.features.notifications.saveSettings(ann.id, { ...defaultSettings(), quiet_hours });
    app.clock.advance(HOUR_MS);
    await app.drain();
    expect(browser.pushes()).toHaveLength(1);
    service.answers.push({ status: 503 });
    app.clock.advance(HOUR_MS);
    await app.drain();
    expect(browser.pushes()).toHaveLength(2);
    const { kinds } = defaultSettings();
    const silent = { ...kinds, message: { ...kinds.message, push: false } };
    await app.features.notifications.saveSettings(ann.id, { kinds: silent, quiet_hours: null });
    app.clock.advance(HOUR_MS);
    await app.drain();
    expect(browser.pushes()).toHaveLength(2);
  });

  it('is sent for a message that took the place of the one an open page showed', async () => {
    const { ann, browser } = await buildSubscribed();
    app.clock.advance(HOUR_MS);
    const socket = await app.socket(ann);
    await socket.next('auth_success');
    const id = await notify(ann, { groupKey: 'slow line' });
    const created_at = app.clock.now().toISOString();
    app.clock.advance(1_000);
    await notify(ann, { groupKey: 'slow line' });
    // The page said it of the first one; its call took until now.
    (await app.call(postNotificationShown, { as: ann, params: { id }, query: { created_at } })).ok();
    await app.drain();
    app.clock.advance(MINUTE_MS);
    await app.drain();
    expect(browser.pushes()).toHaveLength(1);
  });

  it('is not sent for what an open page shows, and follows when none does', async () => {
    const { ann, browser } = await buildSubscribed();
    // The queue also takes jobs that are due by the system's clock: keep it behind.
    app.clock.advance(HOUR_MS);
    const socket = await app.socket(ann);
    await socket.next('auth_success');
    const shown = await notify(ann);
    await app.drain();
    (await app.call(postNotificationShown, { as: ann, params: { id: shown } })).ok();
    app.clock.advance(MINUTE_MS);
    await app.drain();
    expect(browser.pushes()).toEqual([]);
    const hidden = await notify(ann);
    const eve = await buildAccount(app.features.auth);
    (await app.call(postNotificationShown, { as: eve, params: { id: hidden } })).refused('not_found');
    await app.drain();
    expect(browser.pushes()).toEqual([]);
    app.clock.advance(MINUTE_MS);
    await app.drain();
    expect(browser.pushes()).toHaveLength(1);
    await socket.close();
  });
});

it('a browser whose address no longer leads to a public host is forgotten without a call', async () => {
  let isPublic = true;
  const publicCalls: PublicCalls = {
    assertPublic: async () => {},
    async call() {
      if (!isPublic) throw new NotPublicError();
      return { status: 201, retryAfterS: null };
    },
  };
  const other = await buildTestApp({ publicCalls });
  const ann = await buildAccount(other.features.auth);
  const body = { ...service.buildBrowser().subscription, endpoint: 'https://push.example/x' };
  (await other.call(postPushSubscription, { as: ann, body })).ok();
  const count = async () => (await queryRows(other, sql`select 1 from push_subscriptions`)).length;
  const text = { kind: 'message', title: 'x', body: 'x', href: '/chat', userId: ann.id } as const;
  const send = async (groupKey: string) => {
    await other.database.db.transaction((tx) => other.features.notifications.notify(tx, { ...text, groupKey }));
    await other.drain();
  };
  await send('one');
  expect(await count()).toBe(1);
  isPublic = false;
  await send('two');
  expect(await count()).toBe(0);
  await other.stop();
});
