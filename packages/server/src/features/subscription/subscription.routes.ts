import { OK } from '@soulsight/contract/endpoint';
import * as contract from '@soulsight/contract/subscription';
import type { FastifyInstance } from 'fastify';
import { route } from '../../core/http/route.ts';
import { PREMIUM_FEATURES } from './subscription.rules.ts';
import type { SubscriptionService } from './subscription.service.ts';
import type { InvoiceRow, PaymentMethodRow } from './subscription.store.ts';

const WEBHOOK_PATH = '/api/upgrade/webhook';
const WEBHOOK_MAX_BYTES = 1024 * 1024;
export function registerSubscriptionRoutes(app: FastifyInstance, subscription: SubscriptionService): void {
  route(app, contract.getSubscriptions, async ({ caller }) => ({
    offers: contract.OFFER_IDS.map((id) => ({ id, ...contract.OFFERS[id], features: [...PREMIUM_FEATURES] })),
    invoices: (await subscription.getInvoices(caller.userId)).map(presentInvoice),
    gateway: subscription.gateway,
  }));
  route(app, contract.getCurrentSubscription, ({ caller }) => subscription.getCurrent(caller.userId));
  route(app, contract.postPlan, ({ caller, body }) => subscription.buy(caller.userId, body));
  route(app, contract.postCancel, ({ caller }) => subscription.cancel(caller.userId));
  route(app, contract.postResume, ({ caller }) => subscription.resume(caller.userId));
  route(app, contract.getPaymentMethods, async ({ caller }) => ({
    payment_methods: (await subscription.getCards(caller.userId)).map(presentMethod),
  }));
  route(app, contract.postPaymentMethod, async ({ caller, body }) =>
    presentMethod(await subscription.addCard(caller.userId, body.card)),
  );
  route(app, contract.deletePaymentMethod, async ({ caller, params }) => {
    await subscription.removeCard(caller.userId, params.id);
    return OK;
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

function presentInvoice({ id, at, amount, currency, status, title }: InvoiceRow) {
  return { id, at: at.toISOString(), amount, currency, status, title };
}
