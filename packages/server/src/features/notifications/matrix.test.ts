import type { AddressInfo } from 'node:net';
import { NOTIFICATION_KIND_IDS, type NotificationKind } from '@soulsight/contract/notifications';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startPushService, type TestBrowser, type TestPushService } from '../../testing/push-service.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestSocket } from '../../testing/test-socket.ts';
import { buildConversation, farPlace, signInAgain, talkForDays } from '../../testing/test-users.ts';
import { INSIGHTS_JOB, type InsightsJob } from '../chat/chat.service.ts';
import { type BuiltDater, buildDater } from '../demo/builders/dater.builder.ts';
import { defaultSettings } from './notifications.rules.ts';

const CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2060, cvc: '123' };
const mails: { to: string; text: string; raw: string }[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  async onData(stream, _session, done) {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const raw = decodeQuotedPrintable(Buffer.concat(chunks).toString());
    mails.push({ to: /^To: (.*)\r$/m.exec(raw)?.[1] ?? '', text: raw.replaceAll(/\s+/g, ' '), raw });
    done();
  },
});
let pushes: TestPushService;
let app: TestApp;
let moderator: BuiltDater;
beforeAll(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  pushes = await startPushService();
  const { port } = smtp.server.address() as AddressInfo;
  app = await buildTestApp({ env: { PUSH_TEST_ORIGIN: pushes.origin, SMTP_URL: `smtp://127.0.0.1:${port}` } });
  moderator = await buildDater(app.features, { name: 'Mo', isModerator: true, profile: { place: farPlace() } });
});
afterAll(async () => {
  await app.stop();
  await pushes.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

const STATES = ['online', 'two windows', 'away', 'quiet hours', 'muted kind', 'blocked'] as const;
type State = (typeof STATES)[number];
/** How often something arrived: in open windows, in the list, as a push, and by mail an hour later. */
type Arrived = { live: number; listed: number; pushed: number; mailed: number };

const SANCTION_TITLE = 'A decision about your account';
const NOWHERE: Arrived = { live: 0, listed: 0, pushed: 0, mailed: 0 };
/**
 * By which channels each kind reaches a user who is away and has changed no settings; whether it comes from the other user; and
 * whether it has an email of its own, which comes in every state.
 */
const KINDS: Record<NotificationKind, { pushed: 0 | 1; mailed: 0 | 1; fromOther: boolean; ownMail?: true }> = {
  match_mutual: { pushed: 1, mailed: 1, fromOther: true },
  like: { pushed: 0, mailed: 1, fromOther: true },
  message: { pushed: 1, mailed: 1, fromOther: true },
  reveal: { pushed: 1, mailed: 1, fromOther: true },
  insight: { pushed: 0, mailed: 0, fromOther: true },
  trust: { pushed: 0, mailed: 0, fromOther: false },
  safety: { pushed: 1, mailed: 1, fromOther: false, ownMail: true },
  subscription: { pushed: 0, mailed: 1, fromOther: false },
  account: { pushed: 0, mailed: 1, fromOther: false },
};

function expectedIn(state: State, kind: NotificationKind): Arrived {
  const { pushed, mailed, fromOther, ownMail } = KINDS[kind];
  const always = ownMail ? 1 : 0;
  if (state === 'muted kind' || (state === 'blocked' && fromOther)) return { ...NOWHERE, mailed: always };
  if (state === 'quiet hours') return { ...NOWHERE, listed: 1, mailed: always };
  if (state === 'online' || state === 'two windows')
    return { live: state === 'online' ? 1 : 2, listed: 1, pushed: 0, mailed };
  return { live: 0, listed: 1, pushed, mailed };
}

type Cast = { sender: BuiltDater; receiver: BuiltDater; matchId: string; conversationId: string };
/** With somebody who likes the receiver, and has not let them know. */
type WaitingCast = Cast & { liker: BuiltDater; likeId: string };

/** Two users who have talked for two days, enough for the wingman, and have read everything. */
async function buildCast(): Promise<Cast> {
  const pair = await buildConversation(app);
  await talkForDays(app, pair, 2);
  const [sender, receiver] = [await signInAgain(app, pair.one), await signInAgain(app, pair.other)];
  await app.features.notifications.markAllRead(receiver.id);
  return { sender, receiver, matchId: pair.matchId, conversationId: pair.conversationId };
}

/** A match that the receiver has accepted, and a like of somebody else. */
async function buildWaitingMatch(): Promise<WaitingCast> {
  const place = farPlace();
  const receiver = await buildDater(app.features, { name: 'Rita', profile: { place } });
  const sender = await buildDater(app.features, { name: 'Sven', gender: 'man', profile: { place } });
  const { id: matchId } = await app.features.match.find(receiver.id);
  await app.features.match.accept(receiver.id, matchId);
  await app.features.match.find(sender.id);
  const liker = await buildDater(app.features, { name: 'Lars', gender: 'man', profile: { place } });
  const { id: likeId } = await app.features.match.find(liker.id);
  await app.features.match.accept(liker.id, likeId);
  return { sender, receiver, matchId, conversationId: '', liker, likeId };
}

/** All that notifies, through the services that people's requests call. What comes from the other user may be refused. */
async function causeEvents({ sender, receiver, matchId, conversationId }: Cast, reportId: string): Promise<void> {
  const { chat, reveal, safety, subscription, auth } = app.features;
  await chat.send({ userId: sender.id, conversationId, content: 'Good evening' }).catch(() => {});
  await chat.flush();
  await reveal.request(sender.id, matchId, 1).catch(() => {});
  await subscription.buy(receiver.id, { offer: 'premium_monthly', idempotency_key: crypto.randomUUID(), card: CARD });
  await safety.decide(moderator.id, reportId, { action: 'warn', reason: 'Be kind.', additions: 0 });
  const { sessionId } = await auth.authenticator.authenticate(receiver.token);
  await auth.signOut({ userId: receiver.id, sessionId }, 'others');
  await app.drain();
  // With premium the wingman reads the conversation when it is counted again. The job follows a moment after a message.
  await chat.send({ userId: sender.id, conversationId, content: 'How was the lake?' }).catch(() => {});
  await chat.flush();
  await app.core.jobs.send(INSIGHTS_JOB, { conversationIds: [conversationId] } satisfies InsightsJob);
  await app.drain();
}

async function enter(state: State, { sender, receiver, liker }: Cast & Partial<WaitingCast>): Promise<TestSocket[]> {
  const { notifications, safety } = app.features;
  const settings = defaultSettings();
  const time = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString().slice(11, 16);
  if (state === 'quiet hours')
    await notifications.saveSettings(receiver.id, {
      ...settings,
      quiet_hours: { from: time(-HOUR_MS), to: time(6 * HOUR_MS) },
    });
  if (state === 'muted kind') {
    const off = NOTIFICATION_KIND_IDS.map((kind) => [kind, { app: false, push: false, mail: false }]);
    await notifications.saveSettings(receiver.id, { ...settings, kinds: Object.fromEntries(off) });
  }
  if (state === 'blocked') {
    await safety.block(receiver.id, sender.id);
    // The receiver never saw them, so the other side blocks.
    if (liker) await safety.block(liker.id, receiver.id);
  }
  const windows = state === 'online' ? 1 : state === 'two windows' ? 2 : 0;
  const sockets = await Promise.all(Array.from({ length: windows }, () => app.socket(receiver)));
  for (const socket of sockets) await socket.next('auth_success');
  return sockets;
}

async function subscribe(receiver: BuiltDater): Promise<TestBrowser> {
  const browser = pushes.buildBrowser();
  const { sessionId } = await app.features.auth.authenticator.authenticate(receiver.token);
  await app.features.notifications.subscribePush({ userId: receiver.id, sessionId }, browser.subscription);
  return browser;
}

/** Puts the receiver into a state, lets `cause` happen, and counts where each kind arrived: at once, and by mail an hour later. */
async function observe(state: State, cast: Cast, kinds: readonly NotificationKind[], cause: () => Promise<unknown>) {
  const { notifications, digest } = app.features;
  const { receiver } = cast;
  const browser = await subscribe(receiver);
  const sockets = await enter(state, cast);
  app.clock.advance(MINUTE_MS);
  const started = app.clock.now();
  await cause();
  await app.drain();
  const { notifications: all } = await notifications.list(receiver.id, { limit: 50 });
  const listed = all.filter(({ created_at }) => new Date(created_at) >= started);
  const countLive = (kind: NotificationKind) =>
    sockets.filter((socket) => socket.pending('notification').some(({ payload }) => payload.kind === kind)).length;
  const due = kinds.filter((kind) => expectedIn(state, kind).live > 0);
  await vi.waitFor(() => expect(due.map(countLive)).toEqual(due.map(() => sockets.length)), { timeout: 20_000 });
  // One of the windows is in view, and shows them all.
  if (sockets.length > 0) for (const { id } of listed) await notifications.markShown(receiver.id, id);
  app.clock.advance(MINUTE_MS);
  await app.drain();
  const live = Object.fromEntries(kinds.map((kind) => [kind, countLive(kind)]));
  await Promise.all(sockets.map((socket) => socket.close()));
  app.clock.advance(HOUR_MS);
  await digest.sendDue();
  await app.drain();
  const mail = mails.filter(({ to }) => to === receiver.email);
  return Object.fromEntries(
    kinds.map((kind): [string, Arrived] => {
      const mine = listed.filter((one) => one.kind === kind);
      const pushed = new Set(
        browser
          .pushes()
          .filter((one) => one.kind === kind)
          .map(({ id }) => id),
      ).size;
      const isNamed = (text: string) =>
        KINDS[kind].ownMail
          ? text.includes(SANCTION_TITLE)
          : mine.some(({ title, body }) => text.includes(`${title}. ${body}`));
      const mailed = mail.filter(({ text }) => isNamed(text)).length;
      return [kind, { live: live[kind] ?? 0, listed: mine.length, pushed, mailed }];
    }),
  );
}

const listExpected = (state: State, kinds: readonly NotificationKind[]) =>
  Object.fromEntries(kinds.map((kind) => [kind, expectedIn(state, kind)]));

describe('who gets what, where', () => {
  it.each(STATES)('[7.27] a mutual match and a shown like of a user in the state "%s"', async (state) => {
    // The queue also takes jobs that are due by the system's clock: keep it behind.
    app.clock.advance(HOUR_MS);
    const cast = await buildWaitingMatch();
    const kinds = ['match_mutual', 'like'] as const;
    const { match } = app.features;
    const arrived = await observe(state, cast, kinds, async () => {
      await match.accept(cast.sender.id, cast.matchId).catch(() => {});
      await match.letKnow(cast.liker.id, cast.likeId).catch(() => {});
    });
    expect(arrived).toEqual(listExpected(state, kinds));
  });

  it.each(STATES)('[7.27] every other kind, to a user in the state "%s"', async (state) => {
    app.clock.advance(HOUR_MS);
    const cast = await buildCast();
    const { id } = await app.features.safety.report(cast.sender.id, cast.receiver.id, {
      category: 'harassment',
      details: '',
      message_ids: [],
      block: false,
    });
    const kinds = NOTIFICATION_KIND_IDS.filter((kind) => kind !== 'match_mutual' && kind !== 'like');
    const arrived = await observe(state, cast, kinds, () => causeEvents(cast, id));
    expect(arrived).toEqual(listExpected(state, kinds));
  });

  it('payments and moderation decisions each send one email at once, even if all notifications are turned off', async () => {
    app.clock.advance(HOUR_MS);
    const { notifications, subscription, safety } = app.features;
    const pair = await buildConversation(app);
    const { one: payer, other: reporter } = pair;
    const off = NOTIFICATION_KIND_IDS.map((kind) => [kind, { app: false, push: false, mail: false }]);
    await notifications.saveSettings(payer.id, { kinds: Object.fromEntries(off) });
    const before = mails.length;
    const sent = async () => {
      await app.drain();
      const mine = mails.slice(before).filter(({ to }) => to === payer.email);
      return mine
        .map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw)?.[1])
        .filter((subject) => !subject?.includes('receipt'));
    };
    const buy = { offer: 'premium_monthly', idempotency_key: crypto.randomUUID(), card: CARD } as const;
    await subscription.buy(payer.id, buy);
    expect(await sent()).toEqual([]);
    const [invoice] = await subscription.getInvoices(payer.id);
    const expected = ['A payment was disputed'];
    for (const kind of ['dispute_opened', 'dispute_opened'] as const) {
      await subscription.reverse(invoice?.id ?? '', { kind });
      expect(await sent()).toEqual(expected);
    }
    await subscription.reverse(invoice?.id ?? '', { kind: 'dispute_won' });
    expected.push('The dispute is closed');
    expect(await sent()).toEqual(expected);
    await subscription.resume(payer.id);
    await subscription.addCard(payer.id, { ...CARD, number: '4000000000000341' });
    app.clock.advance(32 * DAY_MS);
    // The charge is tried again each day, and fails again.
    for (let days = 0; days < 3; days += 1) {
      await subscription.settleDue();
      app.clock.advance(DAY_MS);
    }
    expected.push('Your payment failed');
    expect(await sent()).toEqual(expected);
    await subscription.reverse(invoice?.id ?? '', { kind: 'chargeback' });
    expected.push('Your bank took a payment back');
    expect(await sent()).toEqual(expected);
    const report = { category: 'harassment' as const, details: '', message_ids: [], block: false };
    const { id } = await safety.report(reporter.id, payer.id, report);
    await safety.decide(moderator.id, id, { action: 'warn', reason: 'Be kind.', additions: 0 });
    expected.push(SANCTION_TITLE);
    expect(await sent()).toEqual(expected);
    const [sanction] = await safety.listSanctions(payer.id);
    await safety.appeal(payer.id, sanction?.id ?? '', 'Please look again.');
    const other = await buildDater(app.features, { name: 'Ma', isModerator: true, profile: { place: farPlace() } });
    await safety.decideAppeal(other.id, sanction?.id ?? '', { grant: true, answer: 'You are right.' });
    expected.push('We answered your appeal');
    expect(await sent()).toEqual(expected);
    const text = mails
      .slice(before)
      .map((mail) => mail.text)
      .join(' ');
    expect(text).toContain('We send it whatever you chose in Settings.');
    expect(text).not.toContain('Be kind.');
  });

  it('[7.27] the email is turned off by one click of the mail program, without a sign-in', async () => {
    const mail = mails.find(({ text }) => text.includes('Good evening') || text.includes('wrote to you'))?.raw ?? '';
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
