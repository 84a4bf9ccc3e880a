import { OFFERS } from '@soulsight/contract/offers';
import type { Subscription } from '@soulsight/contract/subscription';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { formatMoney } from '../../lib/money.ts';
import { toast } from '../../lib/toast.ts';
import { type FakeAnswer, type FakeAnswers, fakeServer } from '../../testing/fake-server.ts';
import { renderWithProviders } from '../../testing/render-with-providers.tsx';
import { calculateSavedPercent } from './subscription.rules.ts';
import { SubscriptionScreen } from './subscription-screen.tsx';

const FREE: Subscription = {
  plan: 'free',
  offer: null,
  status: 'none',
  current_period_end: null,
  cancel_at_period_end: false,
  grace_until: null,
};
const PREMIUM: Subscription = {
  ...FREE,
  plan: 'premium',
  offer: 'premium_monthly',
  status: 'active',
  current_period_end: '2026-12-01T10:00:00Z',
};
const CARD = {
  id: '5b5f1c0e-7f5b-4a57-9d0e-3e1f0a2b4c6d',
  brand: 'Visa',
  last4: '4242',
  exp_month: 8,
  exp_year: 2030,
  is_default: true,
};
const INVOICE = {
  id: '5b5f1c0e-7f5b-4a57-9d0e-3e1f0a2b4c6e',
  at: '2026-11-01T10:00:00Z',
  amount: 1499,
  currency: 'EUR',
  refunded: 0,
  status: 'paid',
  title: 'Premium monthly',
  payable: false,
};
const PREVIEW = {
  change: 'buy',
  due_now: 1499,
  credit: 0,
  currency: 'EUR',
  next_charge: { amount: 1499, at: '2026-12-01T10:00:00Z' },
  quoted_at: '2026-11-01T10:00:00Z',
};

interface Shop {
  subscription?: Subscription;
  gateway?: 'test' | 'stripe';
  cards?: object[];
  invoices?: object[];
  preview?: Partial<typeof PREVIEW>;
}

/** A fake server for /subscription that updates the subscription with each call. */
function shop(
  { subscription = FREE, gateway = 'test', cards = [], invoices = [], preview }: Shop,
  extra: FakeAnswers = {},
) {
  let now = subscription;
  const become = (next: Subscription) => {
    now = next;
    return { body: next };
  };
  const offers = Object.entries(OFFERS).map(([id, offer]) => ({ id, ...offer, features: ['Unlimited introductions'] }));
  const fake = fakeServer({
    'GET /api/upgrade/subscriptions': { body: { offers, invoices, gateway } },
    'GET /api/upgrade/current': () => ({ body: now }),
    'GET /api/upgrade/preview': { body: { ...PREVIEW, ...preview } },
    'GET /api/upgrade/payment-methods': { body: { payment_methods: cards } },
    'POST /api/upgrade/plan': () => ({ body: { subscription: become(PREMIUM).body, checkout_url: null } }),
    'POST /api/upgrade/cancel': () => become({ ...PREMIUM, cancel_at_period_end: true }),
    'POST /api/upgrade/resume': () => become(PREMIUM),
    ...extra,
  });
  const { queries } = renderWithProviders(<SubscriptionScreen canBuy />);
  return { ...fake, queries };
}

const planCard = async (title: string) =>
  within((await screen.findByRole('heading', { level: 2, name: title })).closest('li') as HTMLElement);
const upgrade = async (title: string) =>
  userEvent.click((await planCard(title)).getByRole('button', { name: 'Upgrade' }));

async function payByCard(number = '4242 4242 4242 4242', expiry = '08/30', cvc = '123') {
  await userEvent.type(await screen.findByLabelText('Card number'), number);
  await userEvent.type(screen.getByLabelText('Expiry date'), expiry);
  await userEvent.type(screen.getByLabelText('Security code'), cvc);
  await userEvent.click(screen.getByRole('button', { name: /^Pay €/ }));
}

beforeEach(() => void vi.spyOn(toast, 'success'));

describe('/subscription', () => {
  it('keeps a card that is being typed when the plans cannot be loaded again', async () => {
    let isDown = false;
    const { queries } = shop({}, { 'GET /api/upgrade/current': () => (isDown ? 'network failure' : { body: FREE }) });
    await upgrade('Premium monthly');
    await userEvent.type(await screen.findByLabelText('Card number'), '4242');
    isDown = true;
    await act(async () => {
      await queries.invalidateQueries();
      // Until the page has heard of it.
      await new Promise((resolve) => setTimeout(resolve));
    });
    expect(screen.getByLabelText('Card number')).toHaveValue('4242');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('lists what Premium gives once, and for the yearly plan what differs', async () => {
    shop({});
    const yearly = await planCard('Premium yearly');
    expect(screen.getAllByText('Unlimited introductions')).toHaveLength(1);
    expect(yearly.getByText('Everything in Premium monthly')).toBeInTheDocument();
    const saved = 12 * OFFERS.premium_monthly.amount - OFFERS.premium_yearly.amount;
    expect(yearly.getByText(`${formatMoney(saved, 'EUR')} less in a year`)).toBeInTheDocument();
  });

  it('[2.8] [1.8] shows the free plan with its limits next to the paid offers', async () => {
    shop({});
    const free = await planCard('Free');
    expect(free.getByText('Your plan')).toBeInTheDocument();
    expect(free.getByText('One new person a day')).toBeInTheDocument();
    expect(free.getByText('Three conversations at a time')).toBeInTheDocument();
    expect((await planCard('Premium monthly')).getByText('€14.99')).toBeInTheDocument();
    const yearly = await planCard('Premium yearly');
    expect(yearly.getByText('€7.99')).toBeInTheDocument();
    expect(yearly.getByText('a month, €95.88 a year')).toBeInTheDocument();
    expect(yearly.getByText('Save 47%')).toBeInTheDocument();
  });

  it('[2.16] buys Premium with a card, refetches all queries, and shows the subscription at the top', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue();
    const fake = shop({});
    await upgrade('Premium monthly');
    await payByCard();
    expect(await screen.findByText('Premium monthly. Renews on December 1, 2026 for €14.99.')).toBeInTheDocument();
    expect(toast.success).toHaveBeenCalledWith('Welcome to Premium.');
    expect(scrollTo).toHaveBeenCalledWith({ top: 0 });
    expect(fake.called('POST /api/upgrade/plan')[0]?.body).toEqual({
      offer: 'premium_monthly',
      quoted_at: PREVIEW.quoted_at,
      change: 'buy',
      due_now: 1499,
      idempotency_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
      card: { number: '4242 4242 4242 4242', exp_month: 8, exp_year: 2030, cvc: '123' },
    });
  });

  it('shows at each card field what is wrong, and sends nothing', async () => {
    const fake = shop({});
    await upgrade('Premium monthly');
    await payByCard('1', '13/30', '1');
    expect(await screen.findByText('Please check the card number.')).toBeInTheDocument();
    expect(screen.getByText('Please enter it as 08/30.')).toBeInTheDocument();
    expect(screen.getByText('Please check the security code.')).toBeInTheDocument();
    expect(fake.called('POST /api/upgrade/plan')).toHaveLength(0);
  });

  it('[8.12] says that a payment failed, and retries with a new idempotency key', async () => {
    const error = vi.spyOn(toast, 'error');
    const refused = { detail: 'Payment failed. Please check your payment method.', code: 'payment_failed' };
    const fake = shop({}, { 'POST /api/upgrade/plan': { status: 402, body: refused } });
    await upgrade('Premium monthly');
    await payByCard('4000 0000 0000 0002');
    await waitFor(() =>
      expect(error).toHaveBeenCalledWith('Request Failed', expect.objectContaining({ description: refused.detail })),
    );
    await userEvent.click(screen.getByRole('button', { name: /^Pay €/ }));
    await waitFor(() => expect(fake.called('POST /api/upgrade/plan')).toHaveLength(2));
    const keys = fake
      .called('POST /api/upgrade/plan')
      .map(({ body }) => (body as { idempotency_key: string }).idempotency_key);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it('pays with a saved card', async () => {
    const fake = shop({ cards: [CARD] });
    await upgrade('Premium yearly');
    await userEvent.click(await screen.findByRole('button', { name: /^Pay .* with Visa ending in 4242$/ }));
    await waitFor(() =>
      expect(fake.called('POST /api/upgrade/plan')[0]?.body).toMatchObject({
        offer: 'premium_yearly',
        payment_method_id: CARD.id,
      }),
    );
  });

  it('redirects to the payment provider if there is one, and asks for no card itself', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    const checkout_url = 'https://checkout.example/session';
    shop({ gateway: 'stripe' }, { 'POST /api/upgrade/plan': { body: { subscription: FREE, checkout_url } } });
    await upgrade('Premium monthly');
    expect(screen.queryByLabelText('Card number')).not.toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: 'Go to payment' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith(checkout_url));
  });

  it('cancels at the end of the period after a confirmation, and resumes', async () => {
    const fake = shop({ subscription: PREMIUM });
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
    expect(fake.called('POST /api/upgrade/cancel')).toHaveLength(0);
    const dialog = within(await screen.findByRole('alertdialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
    expect(await screen.findByText("Cancelled. You'll have Premium until December 1, 2026.")).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
    expect(await screen.findByText(/Renews on December 1, 2026/)).toBeInTheDocument();
  });

  it('says how long Premium lasts after a failed payment', async () => {
    shop({ subscription: { ...PREMIUM, status: 'past_due', grace_until: '2026-12-08T10:00:00Z' } });
    expect(
      await screen.findByText(/You'll have Premium until December 8, 2026. Pay now to keep it/),
    ).toBeInTheDocument();
    expect(screen.getByText('Payment failed')).toBeInTheDocument();
  });

  it('offers another card before the one that was declined', async () => {
    const due = { ...INVOICE, status: 'failed', payable: true };
    const subscription: Subscription = { ...PREMIUM, status: 'past_due', grace_until: '2026-12-08T10:00:00Z' };
    shop({ gateway: 'stripe', cards: [CARD], subscription, invoices: [due] });
    await userEvent.click(await screen.findByRole('button', { name: 'Pay €14.99' }));
    const dialog = within(await screen.findByRole('dialog'));
    const declined = await dialog.findByRole('button', { name: 'Pay €14.99 with Visa ending in 4242' });
    const other = dialog.getByRole('button', { name: 'Pay with another card' });
    expect(other.compareDocumentPosition(declined)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('pays a failed renewal, with another card', async () => {
    const due = { ...INVOICE, status: 'failed', payable: true };
    const path = `POST /api/upgrade/invoices/${INVOICE.id}/pay`;
    const fake = shop(
      { subscription: { ...PREMIUM, status: 'past_due', grace_until: '2026-12-08T10:00:00Z' }, invoices: [due] },
      { [path]: { body: { subscription: PREMIUM, checkout_url: null } } },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Pay €14.99' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(await dialog.findByLabelText('Card number'), '4242 4242 4242 4242');
    await userEvent.type(dialog.getByLabelText('Expiry date'), '08/30');
    await userEvent.type(dialog.getByLabelText('Security code'), '123');
    await userEvent.click(dialog.getByRole('button', { name: 'Pay €14.99' }));
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Thank you. Your Premium continues.'));
    expect(fake.called(path)[0]?.body).toMatchObject({ card: { number: '4242 4242 4242 4242' } });
  });

  it('switches to the longer plan now, and shows the sum that is due and what is deducted', async () => {
    const fake = shop({
      subscription: PREMIUM,
      cards: [CARD],
      preview: { change: 'upgrade_now', due_now: 8_590, credit: 998 },
    });
    await userEvent.click((await planCard('Premium yearly')).getByRole('button', { name: 'Switch to yearly' }));
    expect(await screen.findByText('€85.90')).toBeInTheDocument();
    expect(screen.getByText('-€9.98')).toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: /^Pay .* with Visa ending in 4242$/ }));
    await waitFor(() => expect(fake.called('POST /api/upgrade/plan')).toHaveLength(1));
  });

  it('switches to the shorter plan at the end of the period, without a charge now', async () => {
    const fake = shop({
      subscription: { ...PREMIUM, offer: 'premium_yearly' },
      preview: { change: 'downgrade_later', due_now: 0 },
    });
    await userEvent.click((await planCard('Premium monthly')).getByRole('button', { name: 'Switch to monthly' }));
    expect(await screen.findByText(/until December 1, 2026.* We won't charge you now/)).toBeInTheDocument();
    expect(screen.queryByLabelText('Card number')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Schedule the switch' }));
    await waitFor(() =>
      expect(fake.called('POST /api/upgrade/plan')[0]?.body).toEqual({
        offer: 'premium_monthly',
        change: 'downgrade_later',
        due_now: 0,
        quoted_at: PREVIEW.quoted_at,
        idempotency_key: expect.any(String),
      }),
    );
  });

  it('cancels a scheduled change', async () => {
    shop({
      subscription: { ...PREMIUM, offer: 'premium_yearly', next_offer: 'premium_monthly' },
      preview: { change: 'nothing', due_now: 0 },
    });
    const monthly = await planCard('Premium monthly');
    expect(monthly.getByText('Up next')).toBeInTheDocument();
    expect(monthly.queryByRole('button')).not.toBeInTheDocument();
    await userEvent.click((await planCard('Premium yearly')).getByRole('button', { name: 'Keep this plan' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('button', { name: 'Keep this plan' }));
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Your scheduled change was cancelled.'));
  });

  it.each<FakeAnswer>(['network failure', { status: 500, body: {} }])(
    'pays once if the response was lost: %j',
    async (answer) => {
      const fake = shop({}, { 'POST /api/upgrade/plan': answer });
      await upgrade('Premium monthly');
      await payByCard();
      await waitFor(() => expect(fake.called('POST /api/upgrade/plan')).toHaveLength(1));
      await userEvent.click(await screen.findByRole('button', { name: /^Pay €/ }));
      await waitFor(() => expect(fake.called('POST /api/upgrade/plan')).toHaveLength(2));
      const [first, second] = fake.called('POST /api/upgrade/plan').map(({ body }) => body);
      expect(first).toEqual(second);
    },
  );

  it('offers the payment page for a purchase, but not for a change at Stripe, which charges a saved card', async () => {
    const yearly = { preview: { change: 'upgrade_now', due_now: 8_200 }, subscription: PREMIUM };
    shop({ gateway: 'stripe', cards: [CARD], ...yearly });
    await userEvent.click((await planCard('Premium yearly')).getByRole('button', { name: /Switch/ }));
    expect(await screen.findByText(/add it under "Cards" first/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Pay €82 with Visa ending in 4242' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Go to payment' })).not.toBeInTheDocument();
  });

  it('shows the new sum when the plan has changed since the preview, and charges nothing', async () => {
    const outdated = { detail: 'The price or your plan has just changed.', code: 'conflict' };
    let previews = 0;
    const fake = shop(
      { cards: [CARD] },
      {
        'GET /api/upgrade/preview': () => ({ body: { ...PREVIEW, due_now: previews++ === 0 ? 999 : 1499 } }),
        'POST /api/upgrade/plan': { status: 409, body: outdated },
      },
    );
    await upgrade('Premium monthly');
    await userEvent.click(await screen.findByRole('button', { name: 'Pay €9.99 with Visa ending in 4242' }));
    expect(await screen.findByRole('button', { name: 'Pay €14.99 with Visa ending in 4242' })).toBeInTheDocument();
    expect(fake.called('POST /api/upgrade/plan')).toHaveLength(1);
  });

  it('cancelled while a payment is overdue, it says that Premium ends now', async () => {
    const overdue: Subscription = { ...PREMIUM, status: 'past_due', grace_until: '2026-11-08T10:00:00Z' };
    shop({ subscription: overdue }, { 'POST /api/upgrade/cancel': { body: { ...FREE, status: 'canceled' } } });
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/it ends now and we won't charge you/)).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel subscription' }));
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith(expect.stringContaining('Premium has ended')));
  });

  const PAUSED: Subscription = {
    ...FREE,
    offer: 'premium_monthly',
    status: 'paused',
    paused_at: '2026-11-03T10:00:00Z',
  };

  it('says since when it is paused and what that means, and resumes it for the price that it shows first', async () => {
    const fake = shop({ subscription: PAUSED, cards: [CARD], preview: { change: 'unpause' } });
    expect(
      await screen.findByText(/Paused since November 3, 2026: we won't charge you. Premium is on hold/),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Upgrade' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Switch to yearly' })).toBeEnabled();
    await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Pay €14.99 with Visa ending in 4242' }));
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Your subscription is active again.'));
    expect(fake.called('POST /api/upgrade/plan')[0]?.body).toMatchObject({ change: 'unpause', due_now: 1499 });
  });

  it('resumes one with paid time left without asking for a card', async () => {
    const until = { plan: 'premium', current_period_end: '2026-12-01T10:00:00Z' } as const;
    shop({ subscription: { ...PAUSED, ...until }, preview: { change: 'unpause', due_now: 0 } });
    expect(await screen.findByText(/You'll have Premium until December 1, 2026. Resume it to keep it/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('button', { name: 'Resume' }));
    await waitFor(() => expect(toast.success).toHaveBeenCalledWith('Your subscription is active again.'));
  });

  it('says why a paused one could not be resumed', async () => {
    const detail = 'Your subscription has just changed. You have not been charged. Please check it and try again.';
    shop(
      { subscription: PAUSED, cards: [CARD], preview: { change: 'unpause' } },
      { 'POST /api/upgrade/plan': { status: 409, body: { code: 'conflict', detail } } },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Resume' }));
    await userEvent.click(await screen.findByRole('button', { name: /^Pay €14.99 with/ }));
    expect(await screen.findByText(detail)).toBeVisible();
  });

  it('cancels a paused one, and says that it ends now', async () => {
    shop({ subscription: PAUSED }, { 'POST /api/upgrade/cancel': { body: { ...FREE, status: 'canceled' } } });
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel subscription' }));
    expect(
      within(await screen.findByRole('alertdialog')).getByText(/It ends now and we won't charge you/),
    ).toBeVisible();
  });

  it('says which plan comes next if the shorter one was chosen', async () => {
    shop({ subscription: { ...PREMIUM, offer: 'premium_yearly', next_offer: 'premium_monthly' } });
    expect(await screen.findByText(/switches to Premium monthly on December 1, 2026/i)).toBeInTheDocument();
  });

  it('adds a card, chooses another one, and replaces one', async () => {
    const second = { ...CARD, id: '5b5f1c0e-7f5b-4a57-9d0e-3e1f0a2b4c6f', last4: '4444', is_default: false };
    const choose = `POST /api/upgrade/payment-methods/${second.id}/default`;
    const fake = shop(
      { subscription: PREMIUM, cards: [CARD, second] },
      { [choose]: { body: { ok: true } }, 'POST /api/upgrade/payment-methods': { body: CARD } },
    );
    expect(await screen.findByText('Pays')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Use Visa ending in 4444' }));
    await waitFor(() => expect(fake.called(choose)).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Replace Visa ending in 4444' }));
    await userEvent.type(await screen.findByLabelText('Card number'), '4242 4242 4242 4242');
    await userEvent.type(screen.getByLabelText('Expiry date'), '08/30');
    await userEvent.type(screen.getByLabelText('Security code'), '123');
    await userEvent.click(screen.getByRole('button', { name: 'Save card' }));
    await waitFor(() =>
      expect(fake.called('POST /api/upgrade/payment-methods')[0]?.body).toMatchObject({ replaces: second.id }),
    );
    expect(screen.getByRole('button', { name: 'Add a card' })).toBeInTheDocument();
  });

  it.each([
    [{ status: 'paid', refunded: 500 }, 'Paid, €5 refunded', true],
    [{ status: 'refunded', refunded: 1_499 }, 'Refunded', true],
    [{ status: 'disputed' }, 'In dispute', true],
    [{ status: 'charged_back' }, 'Taken back by the bank', true],
    [{ status: 'failed' }, 'Failed', false],
  ])('shows the state of an invoice, %j, and offers its receipt if it was paid', async (changed, text, receipt) => {
    shop({ invoices: [{ ...INVOICE, ...changed }] });
    expect(await screen.findByText(text)).toBeInTheDocument();
    expect(screen.queryAllByRole('button', { name: 'Receipt of November 1, 2026' })).toHaveLength(receipt ? 1 : 0);
  });

  it('lists cards, which can be removed, and invoices', async () => {
    const fake = shop(
      { subscription: PREMIUM, cards: [CARD], invoices: [INVOICE] },
      { [`DELETE /api/upgrade/payment-methods/${CARD.id}`]: { body: { ok: true } } },
    );
    expect(await screen.findByText('Visa ending in 4242')).toBeInTheDocument();
    expect(screen.getByText('Paid')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Remove Visa ending in 4242' }));
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(fake.called(`DELETE /api/upgrade/payment-methods/${CARD.id}`)).toHaveLength(1));
  });
});

describe('the saving of an offer', () => {
  it.each([
    [799, 1499, 47],
    [1499, 1499, 0],
    [1600, 1499, 0],
    [1, 0, 0],
  ])('%i instead of %i: %i percent', (monthly, besides, percent) =>
    expect(calculateSavedPercent(monthly, besides)).toBe(percent),
  );
});
