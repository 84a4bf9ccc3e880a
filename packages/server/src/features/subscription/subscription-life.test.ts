import { randomInt, randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS } from '@soulsight/contract/time';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { buildAccount } from '../auth/auth.builders.ts';
import type { SubscriptionService } from './subscription.service.ts';
import { findSubscription } from './subscription.store.ts';
import { type BuiltSubscription, buildSubscription } from './testing/build-subscription.ts';
import { createLedgerGateway, Ledger } from './testing/ledger-gateway.ts';

/** Random lives of a subscription; more of them with SUBSCRIPTION_LIVES. */
const LIVES = Number(process.env.SUBSCRIPTION_LIVES ?? 12);
/** The same lives in each run, so that a change fails only by its own fault; others with SUBSCRIPTION_SEED, a number or `fresh`. */
const { SUBSCRIPTION_SEED = '1' } = process.env;
const SEED = SUBSCRIPTION_SEED === 'fresh' ? randomInt(2 ** 31) : Number(SUBSCRIPTION_SEED);
/** Then the run ends with what it has found: a life that fails is shortened until then. A life takes at most 20 s on a busy machine. */
const LIMIT_MS = 60_000 + LIVES * 20_000;
const CARD = { number: '4242424242424242', exp_month: 1, exp_year: 2060, cvc: '123' };

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

interface Life {
  userId: string;
  service: SubscriptionService;
  built: BuiltSubscription;
  ledger: Ledger;
  /** The addresses of the payment pages that the user was sent to. */
  pages: string[];
  /** Subscriptions that the user cancelled while a payment was overdue: what is charged in the meantime is refunded. */
  cancelledOverdue: Set<string>;
  /** When the account was to be deleted, and what was known to be paid then. */
  absences: { from: Date; to: Date | null; known: string | null }[];
  /** Webhooks whose state the gateway is still asked for. */
  pending: Promise<unknown>[];
}
const hasLeft = ({ absences }: Life) => absences.at(-1)?.to === null;
/** `isOfUser`: not while their account is to be deleted. */
type Step = { name: string; isOfUser?: boolean; run(life: Life): Promise<unknown> };

/** What users, the gateway, the network and the clock may do, in any order. Refusals and failed calls are part of a life. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom('premium_monthly' as const, 'premium_yearly' as const).map((offer) => ({
    name: `choose ${offer}`,
    isOfUser: true,
    run: ({ service, userId }: Life) => service.buy(userId, { offer, idempotency_key: randomUUID(), card: CARD }),
  })),
  fc.constantFrom('premium_monthly' as const, 'premium_yearly' as const).map((offer) => ({
    name: `open the payment page for ${offer}`,
    isOfUser: true,
    async run({ service, userId, pages }: Life) {
      const { checkout_url } = await service.buy(userId, { offer, idempotency_key: randomUUID() });
      if (checkout_url) pages.push(checkout_url);
    },
  })),
  fc.nat().map((index) => ({
    name: 'pay on a page',
    run: async ({ ledger, pages }: Life) => ledger.payOnPage(pages[index % Math.max(1, pages.length)] ?? ''),
  })),
  fc.constant({
    name: 'cancel',
    isOfUser: true,
    async run({ service, userId, cancelledOverdue }: Life) {
      const current = await findSubscription(app.core.db, userId);
      if (current?.status === 'past_due') cancelledOverdue.add(current.gatewaySubscription ?? '');
      await service.cancel(userId);
    },
  }),
  fc.constant({ name: 'resume', isOfUser: true, run: ({ service, userId }: Life) => service.resume(userId) }),
  fc.constant({
    name: 'pay what failed',
    isOfUser: true,
    async run({ service, userId }: Life) {
      const due = (await service.getInvoices(userId)).find(({ payable }) => payable);
      if (due) await service.payInvoice(userId, due.id, {});
    },
  }),
  fc.constant({
    name: 'delete the account',
    isOfUser: true,
    async run({ service, userId, absences, cancelledOverdue }: Life) {
      const current = await findSubscription(app.core.db, userId);
      const from = app.clock.now();
      const isOver = current && (current.status === 'past_due' || current.currentPeriodEnd <= from);
      if (isOver) cancelledOverdue.add(current.gatewaySubscription ?? '');
      await app.core.db.transaction(async (tx) => {
        await app.features.auth.accountData.markDeleted(tx, userId, null);
        await service.stopRenewal(tx, userId);
      });
      absences.push({ from, to: null, known: current?.gatewaySubscription ?? null });
    },
  }),
  fc.constant({
    name: 'come back',
    async run({ userId, absences }: Life) {
      await app.core.db.transaction((tx) => app.features.auth.accountData.unmarkDeleted(tx, userId));
      for (const absence of absences) absence.to ??= app.clock.now();
    },
  }),
  fc.boolean().map((cardIsGood) => ({
    name: cardIsGood ? 'the card is good' : 'the card is bad',
    run: async ({ ledger }: Life) => void Object.assign(ledger, { cardIsGood }),
  })),
  fc.boolean().map((isDown) => ({
    name: isDown ? 'the gateway goes down' : 'the gateway is up again',
    run: async ({ ledger }: Life) => void Object.assign(ledger, { isDown }),
  })),
  fc.boolean().map((losesAnswers) => ({
    name: losesAnswers ? 'the answers of the gateway are lost' : 'its answers arrive',
    run: async ({ ledger }: Life) => void Object.assign(ledger, { losesAnswers }),
  })),
  fc.constantFrom(1, 3, 8, 31, 370).map((days) => ({
    name: `${days} days pass`,
    async run({ ledger }: Life) {
      app.clock.advance(days * DAY_MS);
      ledger.tick();
    },
  })),
  fc.tuple(fc.nat(), fc.boolean()).map(([index, twice]) => ({
    name: `a webhook arrives${twice ? ' twice' : ''}`,
    async run(life: Life) {
      const event = life.ledger.events[index % Math.max(1, life.ledger.events.length)];
      life.ledger.slow.delete(event?.id ?? '');
      for (let n = 0; event && n < (twice ? 2 : 1); n += 1) await life.service.handleWebhook(Buffer.from(event.id), '');
    },
  })),
  fc.nat().map((index) => ({
    name: 'a webhook arrives, and its state slowly',
    async run({ service, ledger, pending }: Life) {
      const event = ledger.events[index % Math.max(1, ledger.events.length)];
      if (!event) return;
      ledger.slow.add(event.id);
      pending.push(service.handleWebhook(Buffer.from(event.id), '').catch(() => {}));
    },
  })),
  fc.constant({ name: 'the slow states arrive', run: async ({ ledger }: Life) => ledger.arrive() }),
  fc.constant({ name: 'the support refunds', run: async ({ ledger }: Life) => ledger.refund() }),
  fc.constant({ name: 'a payment is disputed', run: async ({ ledger }: Life) => ledger.dispute('paid', 'disputed') }),
  fc.constant({ name: 'a dispute is won', run: async ({ ledger }: Life) => ledger.dispute('disputed', 'paid') }),
  fc.constant({
    name: 'a dispute is lost',
    run: async ({ ledger }: Life) => ledger.dispute('disputed', 'charged_back'),
  }),
  fc.constant({
    name: 'a payment is charged back',
    run: async ({ ledger }: Life) => ledger.dispute('paid', 'charged_back'),
  }),
  fc.constant({ name: 'the subscription is paused at the gateway', run: async ({ ledger }: Life) => ledger.pause() }),
  fc.constant({ name: 'it goes on at the gateway', run: async ({ ledger }: Life) => ledger.resumeAll() }),
  fc.boolean().map((twice) => ({
    name: `resume what is paused${twice ? ', twice at once' : ''}`,
    isOfUser: true,
    async run({ service, userId }: Life) {
      const current = await findSubscription(app.core.db, userId);
      if (current?.status !== 'paused') return;
      const press = () =>
        service.buy(userId, { offer: current.offer, idempotency_key: randomUUID(), card: CARD, change: 'unpause' });
      await Promise.all(twice ? [press(), press()] : [press()]);
    },
  })),
  fc.constant({ name: 'the gateway gives up', run: async ({ ledger }: Life) => ledger.giveUp() }),
  fc.constant({
    name: 'an open invoice is paid on its page',
    run: async ({ ledger }: Life) => ledger.payOpenInvoice(),
  }),
  fc.constant({ name: 'the jobs run', run: ({ built }: Life) => built.drain() }),
  fc.constant({ name: 'the renewals run', run: ({ service }: Life) => service.settleDue() }),
);

async function beginLife(): Promise<Life> {
  const ledger = new Ledger(() => app.clock.now());
  const built = await buildSubscription(app, createLedgerGateway(ledger));
  const { id: userId } = await buildAccount(app.features.auth);
  const service = built.service;
  return { userId, ledger, built, service, pages: [], cancelledOverdue: new Set(), absences: [], pending: [] };
}

/** The gateway is back, all webhooks arrive at once, and every job succeeds. */
async function comeToRest({ ledger, service, built, pending }: Life, order: readonly number[]): Promise<void> {
  ledger.isDown = false;
  ledger.losesAnswers = false;
  ledger.arrive();
  await Promise.all(pending);
  for (let round = 0; round < 6; round += 1) {
    app.clock.advance(7 * HOUR_MS);
    ledger.tick();
    await service.settleDue();
    await built.drain();
    const shuffled = ledger.events.map((event, index) => ({ event, at: order[index % order.length] ?? 0 }));
    shuffled.sort((one, other) => one.at - other.at);
    await Promise.allSettled(shuffled.map(({ event }) => service.handleWebhook(Buffer.from(event.id), '')));
    await built.drain();
  }
}

async function expectSameAsLedger(life: Life): Promise<void> {
  const { ledger, service, userId } = life;
  const running = [...ledger.subscriptions.values()].filter(({ status }) => status !== 'canceled');
  const stored = await findSubscription(app.core.db, userId);
  expect(running.length).toBeLessThanOrEqual(1);
  const [one] = running;
  if (one) {
    const { offer, nextOffer, status, periodEnd: currentPeriodEnd, cancelAtPeriodEnd, id: gatewaySubscription } = one;
    const expected = { offer, nextOffer, status, currentPeriodEnd, cancelAtPeriodEnd, gatewaySubscription };
    expect(stored).toMatchObject({ ...expected, gatewayChange: null });
  } else expect(await service.getPlan(userId)).toBe('free');
  const booked = (await service.getInvoices(userId)).map(({ idempotencyKey, status }) => [idempotencyKey, status]);
  const ledgers = [...ledger.invoices.values()].map(({ key, status }) => [key, status]);
  expect(Object.fromEntries(booked)).toEqual(Object.fromEntries(ledgers));
  expect(booked).toHaveLength(ledgers.length);
  expect(listPaidTwice(ledger)).toEqual([]);
  expect(ledger.resumptionCharges).toBeLessThanOrEqual(ledger.pauses);
  expect(listWrongRefunds(life)).toEqual([]);
  expect(listPaidForNothing(ledger)).toEqual([]);
}

/** Invoices of ended subscriptions that were paid after the end, or still could be. */
function listPaidForNothing({ invoices, subscriptions }: Ledger): string[] {
  return [...invoices.values()]
    .filter(({ subscription, at, status, isVoid }) => {
      const endedAt = subscriptions.get(subscription)?.endedAt;
      return endedAt && ((status === 'paid' && at > endedAt) || (status === 'failed' && !isVoid));
    })
    .map(({ key }) => key);
}

/** Times that were paid for with two subscriptions. */
function listPaidTwice({ invoices }: Ledger): string[][] {
  const paid = [...invoices.values()].filter(({ status }) => status === 'paid');
  return paid.flatMap((one) =>
    paid
      .filter(({ subscription, at }) => subscription !== one.subscription && at >= one.at && at < (one.periodEnd ?? at))
      .map((other) => [one.key, other.key]),
  );
}

/** Payments that were refunded although nothing else was paid for the same time. */
function listWrongRefunds({ ledger, cancelledOverdue, absences }: Life): string[] {
  const { invoices, refundedBySupport } = ledger;
  const kept = [...invoices.values()].filter(
    ({ key, status }) => ['paid', 'disputed', 'charged_back'].includes(status) || refundedBySupport.has(key),
  );
  const reversed = kept.filter(({ key, status }) => status === 'charged_back' || refundedBySupport.has(key));
  // The whole refund of a payment, or a chargeback, ends its subscription; what is paid after the end is refunded.
  const endedBefore = ({ subscription, at }: (typeof kept)[number]) =>
    at > (ledger.subscriptions.get(subscription)?.endedAt ?? at) ||
    reversed.some((other) => other.subscription === subscription && other.at < at);
  // A subscription that was not known when the deletion was requested is refunded with its renewals; so is what was paid in the meantime.
  const isUnknown = ({ subscription, at, periodEnd }: (typeof kept)[number]) =>
    absences.some(({ from, known }) => at < from && (periodEnd ?? at) > from && subscription !== known);
  const unknown = new Set([...invoices.values()].filter(isUnknown).map(({ subscription }) => subscription));
  const isOfAbsence = ({ subscription, at }: (typeof kept)[number]) =>
    unknown.has(subscription) || absences.some(({ from, to }) => at >= from && at <= (to ?? at));
  return [...invoices.values()]
    .filter((one) => !isOfAbsence(one))
    .filter(({ key, status }) => status === 'refunded' && !refundedBySupport.has(key))
    .filter((one) => !cancelledOverdue.has(one.subscription) && !endedBefore(one))
    .filter((one) => !kept.some((other) => other.subscription !== one.subscription && overlaps(one, other)))
    .map(({ key }) => key);
}

type PaidTime = { at: Date; periodEnd: Date | null };
function overlaps(one: PaidTime, other: PaidTime): boolean {
  return one.at < (other.periodEnd ?? other.at) && other.at < (one.periodEnd ?? one.at);
}

it(
  'whatever happens, the stored subscription matches the gateway in the end',
  async () => {
    const lives = fc.tuple(
      fc.array(step, { minLength: 4, maxLength: 25 }),
      fc.array(fc.nat(), { minLength: 7, maxLength: 7 }),
    );
    process.stdout.write(`SUBSCRIPTION_SEED=${SEED}\n`);
    await fc.assert(
      fc.asyncProperty(lives, async ([steps, order]) => {
        const life = await beginLife();
        try {
          for (const { run, isOfUser = false } of steps) {
            app.clock.advance(1_000);
            if (!isOfUser || !hasLeft(life)) await Promise.resolve(run(life)).catch(() => {});
          }
          await comeToRest(life, order);
          await expectSameAsLedger(life);
        } finally {
          await life.built.stop();
        }
      }),
      { numRuns: LIVES, seed: SEED, interruptAfterTimeLimit: LIMIT_MS, markInterruptAsFailure: true },
    );
  },
  LIMIT_MS + 60_000,
);

it('when the answer to a purchase is lost and the user buys again the next day, the first payment is refunded', async () => {
  const life = await beginLife();
  const { ledger, service, userId } = life;
  const buy = () => service.buy(userId, { offer: 'premium_yearly', idempotency_key: randomUUID(), card: CARD });
  try {
    ledger.losesAnswers = true;
    await expect(buy()).rejects.toThrow();
    ledger.losesAnswers = false;
    app.clock.advance(DAY_MS);
    await buy();
    await comeToRest(life, [0]);
    await expectSameAsLedger(life);
    expect([...ledger.invoices.values()].map(({ status }) => status).sort()).toEqual(['paid', 'refunded']);
    expect(await service.getPlan(userId)).toBe('premium');
  } finally {
    await life.built.stop();
  }
});

it('two identical purchases at the same time are charged once, and nothing is refunded', async () => {
  const life = await beginLife();
  const { ledger, service, userId } = life;
  const purchase = { offer: 'premium_yearly', idempotency_key: randomUUID(), card: CARD } as const;
  try {
    await Promise.all([service.buy(userId, purchase), service.buy(userId, purchase)]);
    await comeToRest(life, [0]);
    await expectSameAsLedger(life);
    expect([...ledger.invoices.values()].map(({ status }) => status)).toEqual(['paid']);
  } finally {
    await life.built.stop();
  }
});

it('a plan bought after the last one ran out refunds nothing, although no webhook reported the end', async () => {
  const life = await beginLife();
  const { ledger, service, built, userId } = life;
  const buy = () => service.buy(userId, { offer: 'premium_monthly', idempotency_key: randomUUID(), card: CARD });
  try {
    await buy();
    await service.cancel(userId);
    await built.drain();
    app.clock.advance(32 * DAY_MS);
    await buy();
    await comeToRest(life, [0]);
    await expectSameAsLedger(life);
    expect([...ledger.invoices.values()].map(({ status }) => status)).toEqual(['paid', 'paid']);
  } finally {
    await life.built.stop();
  }
});

it('a renewal charged before the gateway learns of the end is refunded, although another plan was bought since', async () => {
  const life = await beginLife();
  const { ledger, service, userId } = life;
  const buy = () => service.buy(userId, { offer: 'premium_monthly', idempotency_key: randomUUID(), card: CARD });
  try {
    await buy();
    ledger.refund();
    await service.handleWebhook(Buffer.from(ledger.events.at(-1)?.id ?? ''), '');
    app.clock.advance(31 * DAY_MS);
    ledger.tick();
    await buy();
    await comeToRest(life, [0]);
    await expectSameAsLedger(life);
    expect([...ledger.invoices.values()].map(({ status }) => status)).toEqual(['refunded', 'refunded', 'paid']);
  } finally {
    await life.built.stop();
  }
});

it('resuming in two tabs at once after a long pause is charged once', async () => {
  const life = await beginLife();
  const { ledger, service, userId } = life;
  const order = { offer: 'premium_monthly', card: CARD } as const;
  const press = () => service.buy(userId, { ...order, change: 'unpause', idempotency_key: randomUUID() });
  try {
    await service.buy(userId, { ...order, idempotency_key: randomUUID() });
    ledger.pause();
    await service.handleWebhook(Buffer.from(ledger.events.at(-1)?.id ?? ''), '');
    app.clock.advance(32 * DAY_MS);
    await service.settleDue();
    expect(await service.getCurrent(userId)).toMatchObject({ plan: 'free', status: 'paused' });
    expect((await Promise.allSettled([press(), press()])).map(({ status }) => status)).toContain('fulfilled');
    await comeToRest(life, [0]);
    await expectSameAsLedger(life);
    expect(ledger.resumptionCharges).toBe(1);
    expect(await service.getCurrent(userId)).toMatchObject({ plan: 'premium', status: 'active' });
  } finally {
    await life.built.stop();
  }
});
