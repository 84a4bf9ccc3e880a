import { OK } from '@soulsight/contract/endpoint';
import { OFFER_IDS, OFFERS, type OfferId } from '@soulsight/contract/offers';
import * as contract from '@soulsight/contract/subscription';
import type { FastifyInstance } from 'fastify';
import { route } from '../../core/http/route.ts';
import type { PlanPreview } from './purchases/plan-preview.service.ts';
import { PREMIUM_FEATURES } from './subscription.rules.ts';
import type { PresentableInvoice, SubscriptionService } from './subscription.service.ts';
import type { PaymentMethodRow } from './subscription.store.ts';

const WEBHOOK_PATH = '/api/upgrade/webhook';
const WEBHOOK_MAX_BYTES = 1024 * 1024;
export function registerSubscriptionRoutes(app: FastifyInstance, subscription: SubscriptionService): void {
  route(app, contract.getSubscriptions, async ({ caller }) => ({
    offers: OFFER_IDS.map((id) => ({ id, ...OFFERS[id], features: [...PREMIUM_FEATURES] })),
    invoices: (await subscription.getInvoices(caller.userId)).map(presentInvoice),
    gateway: subscription.gateway,
  }));
  route(app, contract.getCurrentSubscription, ({ caller }) => subscription.getCurrent(caller.userId));
  route(app, contract.getPlanPreview, async ({ caller, query: { offer } }) =>
    presentPreview(offer, await subscription.previewPlan(caller.userId, offer)),
  );
  route(app, contract.postPlan, ({ caller, body }) => subscription.buy(caller.userId, body));
  route(app, contract.postCancel, ({ caller }) => subscription.cancel(caller.userId));
  route(app, contract.postResume, ({ caller }) => subscription.resume(caller.userId));
  route(app, contract.getPaymentMethods, async ({ caller }) => ({
    payment_methods: (await subscription.getCards(caller.userId)).map(presentMethod),
  }));
  route(app, contract.postPaymentMethod, async ({ caller, body }) =>
    presentMethod(await subscription.addCard(caller.userId, body.card, body.replaces)),
  );
  route(app, contract.postPaymentMethodPage, async ({ caller, body }) => ({
    checkout_url: await subscription.createCardPage(caller.userId, body.replaces),
  }));
  route(app, contract.postDefaultPaymentMethod, async ({ caller, params }) => {
    await subscription.chooseCard(caller.userId, params.id);
    return OK;
  });
  route(app, contract.deletePaymentMethod, async ({ caller, params }) => {
    await subscription.removeCard(caller.userId, params.id);
    return OK;
  });
  route(app, contract.postInvoicePayment, ({ caller, params, body }) =>
    subscription.payInvoice(caller.userId, params.id, body),
  );
  route(app, contract.getReceipt, async ({ caller, params, reply }) => {
    const { name, pdf } = await subscription.getReceipt(caller.userId, params.id);
    return reply
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'private, no-store')
      .type('application/pdf')
      .send(pdf);
  });
  registerWebhook(app, subscription);
}

/** The gateway signs the raw bytes, so the body is not parsed; in a scope of its own. */
function registerWebhook(app: FastifyInstance, subscription: SubscriptionService): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: WEBHOOK_MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(WEBHOOK_PATH, async (request) => {
      const signature = request.headers['stripe-signature'];
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      await subscription.handleWebhook(raw, typeof signature === 'string' ? signature : '');
      return { received: true };
    });
  });
}

function presentMethod({ id, brand, last4, expMonth, expYear, isDefault }: PaymentMethodRow) {
  return { id, brand, last4, exp_month: expMonth, exp_year: expYear, is_default: isDefault };
}

function presentInvoice({ id, at, amount, refunded, currency, status, title, payable }: PresentableInvoice) {
  return { id, at: at.toISOString(), amount, refunded, currency, status, title, payable };
}

function presentPreview(offer: OfferId, { change, dueNow, credit, nextCharge, quotedAt }: PlanPreview) {
  return {
    change,
    due_now: dueNow,
    credit,
    currency: OFFERS[offer].currency,
    next_charge: { amount: nextCharge.amount, at: nextCharge.at.toISOString() },
    quoted_at: quotedAt.toISOString(),
  };
}
