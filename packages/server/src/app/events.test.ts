import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { NOTIFICATION_KIND_IDS } from '@soulsight/contract/notifications';
import { SERVER_PAYLOADS } from '@soulsight/contract/realtime';
import { DAY_MS, HOUR_MS } from '@soulsight/contract/time';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callOperatorCommand, serveOperatorCommands } from '../core/ops/operator-socket.ts';
import { buildTestApp, type TestApp } from '../testing/test-app.ts';
import { buildConversation, givePremium, signInAgain } from '../testing/test-users.ts';
import { createOperatorCommands } from './operator-commands.ts';

/** The server's own code, without tests, the demo, and the list of priorities, which names events. */
const SOURCES = globSync('**/*.ts', { cwd: path.resolve(import.meta.dirname, '..') })
  .filter((file) => !/\.test\.ts$|\/testing\/|^testing\/|^features\/demo\/|realtime\/envelope\.ts$/.test(file))
  .map((file) => readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8'))
  .join('\n');

/** Finds what nothing sends any more. That each reaches its user is shown by the tests of its feature. */
describe('the sources name every event and every kind of notification', () => {
  it.each(Object.keys(SERVER_PAYLOADS))('the event %s', (type) => {
    expect(SOURCES).toMatch(new RegExp(`'${type}'`));
  });

  it.each(NOTIFICATION_KIND_IDS)('notifications of the kind %s', (kind) => {
    expect(SOURCES).toMatch(new RegExp(`kind: '${kind}'`));
  });
});

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

let pair: Awaited<ReturnType<typeof buildConversation>>;

async function exchangeMessages(turns: number): Promise<void> {
  const { one, other, conversationId } = pair;
  for (let turn = 0; turn < turns; turn += 1) {
    await app.features.chat.send({ userId: one.id, conversationId, content: `What made you happy today, ${turn}?` });
    await app.features.chat.send({ userId: other.id, conversationId, content: `The morning light, ${turn}.` });
  }
  await app.features.chat.flush();
  await app.drain();
}

describe('events', () => {
  beforeEach(async () => {
    pair = await buildConversation(app);
  });

  it('[4.19] a new connection gets events to reload the behavioural profile and with its latency', async () => {
    const socket = await app.socket(pair.one);
    expect((await socket.next('bgp_sync')).payload).toEqual({ needs_refetch: true });
    await socket.request('heartbeat');
    const { payload } = await socket.next('connection_quality');
    expect(payload.latency_ms).toBeGreaterThanOrEqual(0);
    await socket.close();
  });

  it('[4.19] operators reach everyone who is connected, and with a maintenance also those who connect before it', async () => {
    const { dataDir } = app.core.config;
    const server = await serveOperatorCommands(
      dataDir,
      createOperatorCommands(app.core, app.features, app.backUp),
      app.core.log,
    );
    const socket = await app.socket(pair.one);
    await socket.next('auth_success');
    const alert = { type: 'system_alert', payload: { title: 'Photos are slow', detail: 'We are working on it.' } };
    const at = new Date(app.clock.now().getTime() + HOUR_MS).toISOString();
    const maintenance = { type: 'maintenance', payload: { detail: 'We update the server.', at } };
    for (const notice of [alert, maintenance])
      expect(await callOperatorCommand(dataDir, 'announce', JSON.stringify(notice))).toContain('sees it now');
    expect((await socket.next('system_alert')).payload).toEqual(alert.payload);
    expect((await socket.next('maintenance')).payload).toEqual(maintenance.payload);
    const later = await app.socket(pair.other);
    expect((await later.next('maintenance')).payload).toEqual(maintenance.payload);
    expect(later.pending('system_alert')).toEqual([]);
    // A node that starts after the announcement.
    const { database } = app;
    const restarted = await buildTestApp({ database: { ...database, close: async () => {} }, clock: app.clock });
    const there = await restarted.socket(pair.other);
    expect((await there.next('maintenance')).payload).toEqual(maintenance.payload);
    app.clock.advance(2 * HOUR_MS);
    await Promise.all([socket.close(), later.close(), there.close(), server.close()]);
    await restarted.stop();
  });

  it('[4.19] a premium user hears once what the wingman noticed; others do not', async () => {
    await givePremium(app, pair.one);
    const [mine, theirs] = [await app.socket(pair.one), await app.socket(pair.other)];
    await Promise.all([mine.next('auth_success'), theirs.next('auth_success')]);
    await exchangeMessages(12);
    const { payload } = await mine.next('ai_insight');
    expect(payload).toEqual({ match_id: pair.matchId, text: expect.stringMatching(/\w+ \w+/) });
    await exchangeMessages(3);
    expect(mine.pending('ai_insight')).toEqual([]);
    expect(theirs.pending('ai_insight')).toEqual([]);
    const { notifications } = await app.features.notifications.list(pair.one.id, { limit: 50 });
    expect(notifications.filter(({ kind }) => kind === 'insight')).toMatchObject([{ body: payload.text }]);
    await Promise.all([mine.close(), theirs.close()]);
  });

  it('[4.19] nobody hears of insights who turned them off in every channel', async () => {
    await givePremium(app, pair.one);
    const { notifications } = app.features;
    const { kinds, quiet_hours } = await notifications.getSettings(pair.one.id);
    const insight = { app: false, push: false, mail: false };
    await notifications.saveSettings(pair.one.id, { kinds: { ...kinds, insight }, quiet_hours });
    const mine = await app.socket(pair.one);
    await mine.next('auth_success');
    await exchangeMessages(12);
    expect(mine.pending('ai_insight')).toEqual([]);
    await mine.close();
  });

  it('[7.27] signing out other devices sends a notification about the account', async () => {
    await signInAgain(app, pair.one);
    const { sessionId } = await app.features.auth.authenticator.authenticate(pair.one.token);
    await app.features.auth.signOut({ userId: pair.one.id, sessionId }, 'others');
    const { notifications } = await app.features.notifications.list(pair.one.id, { limit: 50 });
    expect(notifications).toContainEqual(expect.objectContaining({ kind: 'account', href: '/settings' }));
  });
});

describe('a match that ends right after a message', () => {
  it('logs no error, and sends no notification about it', async () => {
    const errors: unknown[] = [];
    const log = new Proxy(app.core.log, {
      get: (target, key) =>
        key === 'child'
          ? () => log
          : key === 'error'
            ? (...what: unknown[]) => errors.push(what)
            : Reflect.get(target, key),
    });
    const own = await buildTestApp({ log });
    const { one, other, matchId, conversationId } = await buildConversation(own);
    await own.features.chat.send({ userId: one.id, conversationId, content: 'Good morning' });
    await own.features.match.unmatch(one.id, matchId);
    await own.features.chat.flush();
    await own.drain();
    own.clock.advance(DAY_MS);
    await own.drain();
    expect(errors).toEqual([]);
    const { notifications } = await own.features.notifications.list(other.id, { limit: 50 });
    expect(notifications.filter(({ kind }) => kind === 'message')).toEqual([]);
    await own.stop();
  });
});
