import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { OfferId } from '@soulsight/contract/offers';

export const PRICES: Record<OfferId, string> = { premium_monthly: 'price_month', premium_yearly: 'price_year' };

type Asked = { method: string; path: string; form: URLSearchParams; key: string | undefined };
type Answer = { status: number; body: unknown };
export type FakeSubscription = ReturnType<typeof buildStripeSubscription>;

const NOT_NOW: Answer = { status: 400, body: { error: { type: 'api_error', message: 'Not now' } } };
const MISSING: Answer = {
  status: 404,
  body: { error: { type: 'invalid_request_error', code: 'resource_missing', message: 'No such thing' } },
};
const DECLINED: Answer = {
  status: 402,
  body: { error: { type: 'card_error', message: 'Your card was declined.' } },
};
const DISPUTED: Answer = {
  status: 400,
  body: { error: { type: 'invalid_request_error', code: 'charge_disputed', message: 'The charge is in dispute' } },
};
const MONTH_S = 30 * 86_400;

/** The parts of Stripe's API that we call, on loopback. Requests and answers have Stripe's wire format. */
export function fakeStripe() {
  const asked: Asked[] = [];
  const subscriptions = new Map<string, FakeSubscription>();
  /** Whatever else is fetched by its path, such as `/v1/charges/ch_1`. */
  const objects = new Map<string, unknown>();
  /** Answers to calls with an idempotency key. */
  const replays = new Map<string, Answer>();
  const state = { refuses: (_method: string, _path: string) => false, refusal: NOT_NOW, isDisputed: false };
  const server = createServer(async (request, response) => {
    const { query, ...call } = await readCall(request);
    asked.push(call);
    const { method, path, form } = call;
    if (state.refuses(method, path)) return send(response, state.refusal);
    const replayed = replays.get(toReplayKey(call));
    if (replayed) return send(response, replayed, { 'idempotent-replayed': 'true' });
    const ofInvoice = objects.get(`${path}?invoice=${query.get('invoice')}`);
    const listed = ofInvoice ? ok(ofInvoice) : listSubscriptions(call, query, { subscriptions, asked });
    const made = listed ?? answer(method, path, form);
    // A copy: the object may change later.
    if (call.key && made.status === 200) replays.set(toReplayKey(call), structuredClone(made));
    send(response, made);
  });

  function answer(method: string, path: string, form: URLSearchParams): Answer {
    if (path.startsWith('/v1/checkout/sessions')) return answerSession(objects, method, path, form);
    if (/^\/v1\/(refunds|customers\/\w+)$/.test(path)) return answerDone(path, state);
    const card = /^\/v1\/payment_methods\/pm_(\w+)$/.exec(path)?.[1];
    if (card) return ok({ id: `pm_${card}`, card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2061 } });
    if (path.startsWith('/v1/subscription_schedules')) return answerSchedule(subscriptions, path, form);
    if (path === '/v1/invoices/create_preview') return ok({ id: 'upcoming_1', amount_due: 8_200 });
    const invoice = /^\/v1\/invoices\/(\w+)\/(?:pay|void)$/.exec(path)?.[1];
    if (invoice) return changeInvoice(invoice, path, form);
    if (path === '/v1/subscriptions') return ok(made(form));
    const [, id = '', resumes] = /^\/v1\/subscriptions\/(\w+)(\/resume)?$/.exec(path) ?? [];
    const found = subscriptions.get(id);
    if (found) return answerSubscription(found, { method, form, resumes });
    return objects.has(path) ? ok(objects.get(path)) : MISSING;
  }

  function answerSubscription(
    found: FakeSubscription,
    { method, form, resumes }: { method: string; form: URLSearchParams; resumes: string | undefined },
  ): Answer {
    if (resumes) return ok(resume(found, form, objects));
    return ok(changed(method, found, form), form.get('default_payment_method'));
  }

  function changed(method: string, found: FakeSubscription, form: URLSearchParams): FakeSubscription {
    if (form.get('default_payment_method') === 'pm_bad') return found;
    if (method === 'DELETE') found.status = 'canceled';
    if (form.has('cancel_at_period_end')) found.cancel_at_period_end = form.get('cancel_at_period_end') === 'true';
    const price = form.get('items[0][price]');
    if (price && found.items.data[0]) found.items.data[0].price.id = price;
    return found;
  }

  function payInvoice(id: string, form: URLSearchParams): Answer {
    if (form.get('payment_method') === 'pm_bad') return DECLINED;
    const invoice = objects.get(`/v1/invoices/${id}`) as { status: string; subscription: string };
    invoice.status = 'paid';
    const found = subscriptions.get(invoice.subscription);
    if (found) found.status = 'active';
    return ok(invoice);
  }

  function changeInvoice(id: string, path: string, form: URLSearchParams): Answer {
    if (path.endsWith('/pay')) return payInvoice(id, form);
    return ok(Object.assign(objects.get(`/v1/invoices/${id}`) ?? {}, { status: 'void' }));
  }

  function made(form: URLSearchParams): FakeSubscription {
    const id = `sub_${randomUUID().replaceAll('-', '')}`;
    const end = new Date(Date.now() + 365 * 86_400_000);
    const price = form.get('items[0][price]') ?? '';
    const fresh = buildStripeSubscription(id, form.get('metadata[user_id]') ?? '', end, price);
    subscriptions.set(id, fresh);
    return fresh;
  }

  return Object.assign(state, { server, asked, subscriptions, objects });
}

function ok(body: unknown, card: string | null = null): Answer {
  return card === 'pm_bad' ? DECLINED : { status: 200, body };
}

function answerSchedule(subscriptions: Map<string, FakeSubscription>, path: string, form: URLSearchParams): Answer {
  const id = form.get('from_subscription') ?? path.split('/')[3]?.replace('sched_', '') ?? '';
  const found = subscriptions.get(id);
  const [item] = found?.items.data ?? [];
  if (!found || !item) return MISSING;
  if (path.endsWith('/release')) {
    found.schedule = null;
    return ok({ id: `sched_${id}`, phases: [] });
  }
  const end = item.current_period_end;
  const next = form.get('phases[1][items][0][price]');
  const phases = [{ start_date: end - MONTH_S, end_date: end, items: [{ price: item.price.id }] }];
  if (next) phases.push({ start_date: end, end_date: end + MONTH_S, items: [{ price: next }] });
  found.schedule = { id: `sched_${id}`, phases };
  return ok(found.schedule);
}

/** Asked to wait for the payment, it stays paused with an open invoice; where the paid period goes on, there is none. */
function resume(paused: FakeSubscription, form: URLSearchParams, objects: Map<string, unknown>): FakeSubscription {
  if (form.get('billing_cycle_anchor[type]') === 'unchanged') return Object.assign(paused, { status: 'active' });
  const id = `in_${randomUUID().slice(0, 8)}`;
  paused.latest_invoice = id;
  objects.set(`/v1/invoices/${id}`, {
    id,
    status: 'open',
    subscription: paused.id,
    amount_due: 1_499,
    hosted_invoice_url: `https://pay.example/${id}`,
    parent: { subscription_details: { subscription: paused.id } },
  });
  return paused;
}

/** Newest first, with their customers; null for another call. */
function listSubscriptions(
  { method, path }: Asked,
  query: URLSearchParams,
  { subscriptions, asked }: { subscriptions: ReadonlyMap<string, FakeSubscription>; asked: readonly Asked[] },
): Answer | null {
  if (method !== 'GET' || path !== '/v1/subscriptions') return null;
  const sorted = [...subscriptions.values()].reverse();
  const from = sorted.findIndex(({ id }) => id === query.get('starting_after')) + 1;
  const to = from + Number(query.get('limit'));
  const isDeleted = (id: string) => asked.some((one) => one.method === 'DELETE' && one.path === `/v1/customers/${id}`);
  const data = sorted.slice(from, to).map(({ customer: id, ...rest }) => ({
    ...rest,
    customer: { id, object: 'customer', ...(isDeleted(id) && { deleted: true }) },
  }));
  return ok({ object: 'list', data, has_more: to < sorted.length });
}

async function readCall(request: IncomingMessage): Promise<Asked & { query: URLSearchParams }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
  return { method: request.method ?? '', path, form, query, key: request.headers['idempotency-key'] as string };
}

function send(response: ServerResponse, { status, body }: Answer, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

const toReplayKey = ({ path, key }: Asked) => `${path} ${key}`;

function answerDone(path: string, { isDisputed }: { isDisputed: boolean }): Answer {
  return path === '/v1/refunds' && isDisputed ? DISPUTED : { status: 200, body: { id: 'done_1' } };
}

/** Payment pages: made, fetched, or closed. */
function answerSession(objects: Map<string, unknown>, method: string, path: string, form: URLSearchParams): Answer {
  if (path === '/v1/checkout/sessions') {
    const made = { id: `cs_${randomUUID()}`, url: `https://pay.example/${form.get('mode')}`, status: 'open' };
    objects.set(`${path}/${made.id}`, made);
    return { status: 200, body: made };
  }
  const session = objects.get(path.replace(/\/expire$/, '')) as { status: string } | undefined;
  if (!session) return MISSING;
  if (method === 'POST') session.status = 'expired';
  return { status: 200, body: session };
}

export function buildStripeSubscription(
  id: string,
  userId: string,
  periodEnd: Date,
  price: string = PRICES.premium_monthly,
) {
  const current_period_end = Math.floor(periodEnd.getTime() / 1_000);
  type Schedule = { id: string; phases: { start_date: number; end_date: number; items: { price: string }[] }[] };
  return {
    id,
    object: 'subscription',
    customer: 'cus_1',
    status: 'active',
    cancel_at_period_end: false,
    default_payment_method: 'pm_1',
    metadata: { user_id: userId },
    schedule: null as Schedule | null,
    latest_invoice: null as string | null,
    ended_at: null as number | null,
    items: { data: [{ id: 'si_1', price: { id: price }, current_period_end }] },
  };
}
