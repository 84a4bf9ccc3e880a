import type { Config } from '../../../core/config/config.ts';
import { withoutTransactions } from '../../../core/db/transaction-scope.ts';
import type { Gateway } from './gateway.ts';
import { createTestGateway } from './test-gateway.ts';

/** Stripe if it is configured, otherwise the built-in test gateway, which a public installation gets closed. */
export async function createGateway(config: Config): Promise<Gateway> {
  return withoutTransactions(
    'payment gateway',
    config.payments === 'stripe' ? await stripe(config) : createTestGateway({ isOpen: config.payments === 'test' }),
  );
}

/** Loads Stripe's library only where it is used. */
async function stripe({ publicUrl, secrets, stripePriceIds }: Config): Promise<Gateway> {
  const { createStripeGateway } = await import('../stripe/stripe-gateway.ts');
  return createStripeGateway({
    secretKey: secrets.stripeSecretKey ?? '',
    webhookSecret: secrets.stripeWebhookSecret ?? '',
    prices: { premium_monthly: stripePriceIds.monthly ?? '', premium_yearly: stripePriceIds.yearly ?? '' },
    publicUrl,
  });
}
