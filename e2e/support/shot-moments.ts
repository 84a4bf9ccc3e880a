import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { ERRORS } from '@soulsight/contract/errors';
import type { Icebreaker } from '@soulsight/contract/icebreaker';
import type { FailedJob } from '@soulsight/contract/operations';
import type { ServerEventType, ServerPayload } from '@soulsight/contract/realtime';
import type { Invoice, Subscription } from '@soulsight/contract/subscription';
import { DAY_MS } from '@soulsight/contract/time';
import type { WingmanCare, WingmanModel, WingmanSuggestions } from '@soulsight/contract/wingman';
import { type Act, answer, change, choose, inOrder, openTab, press, type Shot, write } from './shot-acts.ts';

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const HELP = '**/api/wingman/conversations/*/help';
const SUGGESTIONS = /\/api\/ai-wingman\/[^/]+(\?|$)/;

const CRISIS: WingmanCare = {
  moment: 'self_harm',
  mine: false,
  seq: 3,
  title: 'They may be in danger',
  text: 'Take it seriously, and do not try to solve it alone. Ask them directly whether they are safe, stay kind, and give them one of these numbers. If you think that something is about to happen, call the emergency number.',
  help: [
    { name: 'Emergency', contact: '112' },
    { name: 'TelefonSeelsorge', contact: '0800 111 0 111', url: 'https://www.telefonseelsorge.de' },
    { name: 'Find a helpline near you', contact: 'findahelpline.com', url: 'https://findahelpline.com' },
  ],
  actions: [],
};
const SCAM: WingmanCare = {
  moment: 'scam',
  mine: false,
  seq: 3,
  title: 'This looks like a scam',
  text: 'Do not send money, gift cards or bank details to somebody you have not met, however good the reason sounds. People who mean well do not ask for it.',
  help: [],
  actions: ['report', 'block'],
};
const SILENT: WingmanSuggestions = {
  suggestions: [],
  care: CRISIS,
  language: null,
  silence: 'crisis',
  open_question: null,
  source: 'local',
  pending: false,
};
const ONE_AGREED: WingmanModel = { available: true, mine: false, theirs: true, sent: [] };
const BOTH_AGREED: WingmanModel = {
  available: true,
  mine: true,
  theirs: true,
  sent: [{ at: inDays(-1), status: 'answered', text: 'Them: How was your weekend?\nYou: Quiet. I read and slept.' }],
};

/** Hard moments, what the language model asks, questions and menus of a conversation of somebody with Premium. */
export function conversationMoments(chat: string): Shot[] {
  const wingman = press('AI Wingman');
  const menu = press(/^options for/i);
  const shot = (name: string, act: Act, before?: Act): Shot => ({ name, path: chat, act, ...(before && { before }) });
  return [
    shot('help line', async () => {}, answer(HELP, { care: CRISIS })),
    shot('help', press('Who can help'), answer(HELP, { care: CRISIS })),
    shot('scam', press('What to do'), answer(HELP, { care: SCAM })),
    shot('wingman in a crisis', wingman, inOrder(answer(HELP, { care: CRISIS }), answer(SUGGESTIONS, SILENT))),
    shot('wingman reads', inOrder(wingman, press('Read our conversation'))),
    shot('wingman asks for consent', wingman, answer('**/api/ai-wingman/*/model', ONE_AGREED)),
    shot('wingman with a language model', wingman, answer('**/api/ai-wingman/*/model', BOTH_AGREED)),
    shot('message menu', (page) => page.locator('[data-message-menu]').last().click()),
    shot('unmatch', inOrder(menu, choose('Unmatch'))),
    shot('block', inOrder(menu, choose('Block'))),
    shot('waiting message', waitForNetwork),
    shot('message held back', inOrder(write('Message', 'Call me: +49 151 23456789'), press(/^send$/i)), holdBack),
    ...icebreakerMoments(chat),
    { ...shot('search', write(/^search/i, 'you')), path: '/chat' },
    { ...shot('search without results', write(/^search/i, 'qqq')), path: '/chat' },
  ];
}

const QUESTION: Icebreaker = {
  question: {
    id: 'evening',
    text: 'A free evening: out among people, or in with a book?',
    options: ['Out, and late', 'In, with the phone in another room'],
  },
  mine: null,
  theirs: null,
  they_answered: false,
  next_at: null,
};

/** The question of the day before and after its answers; the usual conversation shows it unanswered. */
function icebreakerMoments(chat: string): Shot[] {
  const shot = (name: string, state: Partial<Icebreaker>, act: Act): Shot => ({
    name: `question of the day ${name}`,
    path: chat,
    before: answer('**/api/icebreakers/*', { ...QUESTION, ...state }),
    act,
  });
  const panel = inOrder(press(/^options for/i), choose(/insights/i));
  const both = { they_answered: true, next_at: inDays(1) };
  return [
    shot('answered by them', { they_answered: true }, (page) => page.getByText('Your turn.').first().waitFor()),
    shot('answered by me', { mine: 1 }, panel),
    shot('with two answers', { ...both, mine: 1, theirs: 0 }, panel),
    shot('with one answer', { ...both, mine: 0, theirs: 0 }, panel),
    shot('that was the last', { question: null }, panel),
  ];
}

async function waitForNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await write('Message', 'Sent as soon as there is a network.')(page);
  await press(/^send$/i)(page);
}

async function holdBack(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('soulsight.outgoing.')) localStorage.removeItem(key);
  });
  await page.route(/\/conversations\/[^/]+\/messages$/, (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: ERRORS.message_held_back.status,
          json: { code: 'message_held_back', detail: ERRORS.message_held_back.detail },
        })
      : route.fallback(),
  );
}

/** What two people are asked, and can still decide, before their last stage. */
export function pairMoments(chat: string, reveal: string): Shot[] {
  const asked = answer(/\/api\/feedback\/(?!impressions)/, { occasion: 'conversation' });
  return [
    {
      name: 'question',
      path: chat,
      before: asked,
      act: (page) => page.getByRole('button', { name: 'Skip' }).waitFor(),
    },
    { name: 'question answered', path: chat, before: asked, act: inOrder(press('Answer'), press('8')) },
    { name: 'not yet', path: reveal, act: press('Not yet') },
    { name: 'not yet in the conversation', path: chat, act: press('Not yet') },
    { name: 'insights', path: chat, act: inOrder(press(/^options for/i), choose(/insights/i)) },
  ];
}

const PAST_DUE: Subscription = {
  plan: 'premium',
  offer: 'premium_monthly',
  status: 'past_due',
  current_period_end: inDays(-2),
  cancel_at_period_end: false,
  grace_until: inDays(5),
};
/** The time that was paid for is over. */
const PAUSED: Subscription = {
  ...PAST_DUE,
  plan: 'free',
  status: 'paused',
  grace_until: null,
  paused_at: inDays(-9),
};
const INVOICES: readonly Invoice[] = (['failed', 'paid', 'refunded', 'disputed', 'charged_back', 'open'] as const).map(
  (status, n) => ({
    id: randomUUID(),
    at: inDays(-2 - 30 * n),
    amount: 1499,
    refunded: status === 'refunded' ? 1499 : 0,
    currency: 'EUR',
    status,
    title: 'Premium monthly',
    payable: status === 'failed',
  }),
);
const CARDS = ['visa', 'mastercard'].map((brand, n) => ({
  id: randomUUID(),
  brand,
  last4: n === 0 ? '4242' : '4444',
  exp_month: 3,
  exp_year: 2031,
  is_default: n === 0,
}));

const SANCTIONS = [
  { action: 'suspend', until: inDays(6), appeal: null },
  { action: 'warn', until: null, appeal: { text: 'That was a joke.', status: 'refused', answer: 'It hurt somebody.' } },
].map((sanction) => ({
  id: randomUUID(),
  reason: 'You asked two people for money.',
  at: inDays(-1),
  ...sanction,
}));

/** The page of the plans in states that seldom last. */
function planStates(before: Act): Shot[] {
  const own = (name: string, subscription: Subscription): Shot => ({
    name,
    path: '/subscription',
    before: inOrder(
      before,
      answer('**/api/upgrade/current', subscription),
      change('**/api/upgrade/subscriptions', (offers) => ({ ...offers, invoices: INVOICES.slice(1) })),
    ),
  });
  return [
    own('paused', PAUSED),
    own('paused and paid', { ...PAUSED, plan: 'premium', current_period_end: inDays(12) }),
    own('cancelled', {
      ...PAST_DUE,
      status: 'active',
      current_period_end: inDays(12),
      cancel_at_period_end: true,
      grace_until: null,
    }),
    own('yearly to monthly', {
      ...PAST_DUE,
      offer: 'premium_yearly',
      status: 'active',
      current_period_end: inDays(200),
      grace_until: null,
      next_offer: 'premium_monthly',
    }),
  ];
}

/** Payments that fail, what ends, and an account that is locked or leaves. */
export function accountMoments(): Shot[] {
  const lapse = inOrder(
    change('**/api/upgrade/subscriptions', (offers) => ({ ...offers, invoices: INVOICES })),
    answer('**/api/upgrade/current', PAST_DUE),
    answer('**/api/upgrade/payment-methods', { payment_methods: CARDS }),
  );
  const plan = (name: string, act: Act): Shot => ({ name, path: '/subscription', before: lapse, act });
  const me = (name: string, path: string, part: object): Shot => ({
    name,
    path,
    before: change('**/api/user', (user) => ({ ...user, ...part })),
  });
  return [
    { name: 'payment failed', path: '/subscription', before: lapse },
    ...planStates(lapse),
    plan('pay', press(/^Pay €/)),
    plan('cancel', press('Cancel subscription')),
    plan('remove card', press(/^Remove/)),
    plan('no card number', inOrder(press('Add a card'), press(/^save card/i))),
    me('payment note', '/dashboard', { payment_due_until: inDays(5) }),
    {
      name: 'locked',
      path: '/dashboard',
      before: inOrder(
        change('**/api/user', (user) => ({ ...user, is_locked: true })),
        answer('**/api/user/sanctions', { sanctions: SANCTIONS }),
      ),
    },
    me('deleted', '/dashboard', { deletion_at: inDays(29) }),
    notice('maintenance', { detail: 'Soulsight restarts. Nothing you write is lost.', at: inDays(1) }),
    { name: 'selfie', path: '/profile/trust', act: press('Start') },
    { name: 'phone', path: '/settings', act: press(/phone|text message/i) },
    {
      name: 'refused setting',
      path: '/settings',
      before: refuseSettings,
      act: (page) => page.getByRole('switch').first().click(),
    },
    { name: 'person menu', path: '/matching', act: press(/^options for/i) },
    {
      name: 'what compatibility means',
      path: '/matching',
      act: (page) => page.getByText('What does compatibility mean?').first().click(),
    },
    {
      name: 'missing script',
      path: '/settings',
      before: (page) => page.route(/assets\/sign-in-section/, (route) => route.abort()),
    },
    {
      name: 'missing screen',
      path: '/settings',
      before: (page) => page.route(/assets\/settings-screen/, (route) => route.abort()),
    },
  ];
}

function notice<T extends ServerEventType>(type: T, payload: ServerPayload<T>): Shot {
  return {
    name: 'notice',
    path: '/dashboard',
    before: (page) =>
      page.routeWebSocket(/.*/, (socket) => {
        const server = socket.connectToServer();
        server.onMessage((message) => {
          socket.send(message);
          socket.send(JSON.stringify({ type, payload, id: randomUUID() }));
        });
      }),
    act: (page) => page.getByRole('button', { name: 'Close notice' }).first().waitFor(),
  };
}

async function refuseSettings(page: Page): Promise<void> {
  await page.route(/\/api\/(user\/)?(preferences|notification)/, (route) =>
    route.request().method() === 'GET'
      ? route.fallback()
      : route.fulfill({ status: 503, json: { detail: 'Please try again in a moment.', code: 'unavailable' } }),
  );
}

/** Forms that are refused, and the cookie bar. */
export function visitorMoments(): Shot[] {
  return [
    {
      name: 'cookie bar',
      path: '/',
      before: (page) => page.addInitScript(() => localStorage.removeItem('soulsight.cookie-consent')),
      act: (page) => page.getByRole('region', { name: 'Cookies' }).waitFor(),
    },
    { name: 'nothing filled in', path: '/register', act: press(/^create account/i) },
    { name: 'nothing written', path: '/contact', act: press(/^send/i) },
  ];
}

const FAILED_JOBS: readonly FailedJob[] = ['send-email', 'analyse-behaviour-of-a-user-after-a-conversation'].map(
  (queue) => ({
    id: randomUUID(),
    queue,
    attempts: 5,
    created_at: inDays(-1),
    failed_at: inDays(-0.5),
    error: 'connect ECONNREFUSED: the mail server does not answer',
  }),
);

/** A case in full, the other queues, and jobs that failed. */
export function moderatorMoments(): Shot[] {
  const jobs = answer('**/api/operations/jobs', { jobs: FAILED_JOBS, total: FAILED_JOBS.length });
  const queue = (name: string): Shot => ({ name, path: '/moderation', act: openTab(new RegExp(`^${name}`)) });
  return [
    { name: 'case', path: '/moderation', act: press('Profiles and history') },
    ...['Appeals', 'Selfies', 'Messages', 'Audit log'].map(queue),
    { name: 'failed jobs', path: '/operations', before: jobs },
    { name: 'discard', path: '/operations', before: jobs, act: press(/^discard/i) },
  ];
}
