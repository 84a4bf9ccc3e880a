import type { AddressInfo } from 'node:net';
import { HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPushService, type TestPushService } from '../../testing/push-service.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { buildConversation } from '../../testing/test-users.ts';
import { defaultSettings } from './notifications.rules.ts';

const mails: string[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  async onData(stream, _session, done) {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    mails.push(Buffer.concat(chunks).toString().replaceAll('=\r\n', '').replaceAll('=3D', '='));
    done();
  },
});
let pushes: TestPushService;
let app: TestApp;
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  pushes = await startPushService();
  const { port } = smtp.server.address() as AddressInfo;
  app = await buildTestApp({ env: { PUSH_TEST_ORIGIN: pushes.origin, SMTP_URL: `smtp://127.0.0.1:${port}` } });
});
afterAll(async () => {
  await app.stop();
  await pushes.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

type State = 'online' | 'two windows' | 'away' | 'quiet hours' | 'muted kind' | 'blocked';
type Outcome = { live: number; listed: number; pushed: number; mailed: number };

/** One message to a user in a state, and where it arrived: at once and, by mail, an hour later. */
async function writeTo(state: State): Promise<Outcome> {
  const { notifications, digest, chat, safety } = app.features;
  // The queue also takes jobs that are due by the system's clock: keep it behind.
  app.clock.advance(HOUR_MS);
  const { one: sender, other: receiver, conversationId } = await buildConversation(app);
  const browser = pushes.buildBrowser();
  const { sessionId } = await app.features.auth.authenticator.authenticate(receiver.token);
  await notifications.subscribePush({ userId: receiver.id, sessionId }, browser.subscription);
  const time = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString().slice(11, 16);
  const settings = defaultSettings();
  if (state === 'quiet hours')
    await notifications.saveSettings(receiver.id, {
      ...settings,
      quiet_hours: { from: time(-HOUR_MS), to: time(6 * HOUR_MS) },
    });
  if (state === 'muted kind') {
    const kinds = { ...settings.kinds, message: { app: false, push: false, mail: false } };
    await notifications.saveSettings(receiver.id, { ...settings, kinds });
  }
  if (state === 'blocked') await safety.block(receiver.id, sender.id);
  const windows = state === 'online' ? 1 : state === 'two windows' ? 2 : 0;
  const sockets = await Promise.all(Array.from({ length: windows }, () => app.socket(receiver)));
  for (const socket of sockets) await socket.next('auth_success');
  await chat.send({ userId: sender.id, conversationId, content: 'Good evening' }).catch(() => {});
  await chat.flush();
  await app.drain();
  const { notifications: all } = await notifications.list(receiver.id, { limit: 50 });
  const listed = all.filter(({ kind }) => kind === 'message');
  let live = 0;
  for (const socket of sockets) {
    const { payload } = await socket.next('notification', (event) => event.payload.kind === 'message');
    live += 1;
    // One of the windows is in view, and shows it.
    if (live === 1) await notifications.markShown(receiver.id, String(payload.id));
  }
  app.clock.advance(MINUTE_MS);
  await app.drain();
  await Promise.all(sockets.map((socket) => socket.close()));
  app.clock.advance(HOUR_MS);
  await digest.sendDue();
  await app.drain();
  const mailed = mails.filter((mail) => mail.includes(`To: ${receiver.email}`) && mail.includes('wrote to you')).length;
  const pushed = browser.pushes().filter(({ kind }) => kind === 'message').length;
  return { live, listed: listed.length, pushed, mailed };
}

describe('a message to a user', () => {
  it.each<[State, Outcome]>([
    ['online', { live: 1, listed: 1, pushed: 0, mailed: 1 }],
    ['two windows', { live: 2, listed: 1, pushed: 0, mailed: 1 }],
    ['away', { live: 0, listed: 1, pushed: 1, mailed: 1 }],
    ['quiet hours', { live: 0, listed: 1, pushed: 0, mailed: 0 }],
    ['muted kind', { live: 0, listed: 0, pushed: 0, mailed: 0 }],
    ['blocked', { live: 0, listed: 0, pushed: 0, mailed: 0 }],
  ])('[7.27] in the state "%s" arrives by %o', async (state, outcome) => {
    expect(await writeTo(state)).toEqual(outcome);
  });

  it('[7.27] the email is turned off by one click of the mail program, without a sign-in', async () => {
    await writeTo('away');
    const mail = mails.at(-1) ?? '';
    expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    const link = /List-Unsubscribe:\s+<([^>]+)>/.exec(mail)?.[1]?.replaceAll(/\s/g, '') ?? '';
    const { pathname, search } = new URL(link);
    const response = await fetch(`http://127.0.0.1:${await app.listen()}${pathname}${search}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(await response.json()).toEqual({ ok: true });
    const id = await app.features.digest.readToken(new URL(link).searchParams.get('token') ?? '');
    expect((await app.features.notifications.getSettings(id)).kinds.message.mail).toBe(false);
  });
});
