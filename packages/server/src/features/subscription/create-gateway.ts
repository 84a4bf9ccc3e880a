import type { Config } from '../../core/config/config.ts';
import type { Gateway } from './gateway.ts';
import { createTestGateway } from './test-gateway.ts';

/** Stripe where it is configured, else the built-in test gateway. Stripe's library is loaded only where it is used. */
export async function createGateway({ payments, publicUrl, secrets, stripePriceIds }: Config): Promise<Gateway> {
  if (payments === 'test') return createTestGateway();
  const { createStripeGateway } = await import('./stripe-gateway.ts');
  return createStripeGateway({
    secretKey: secrets.stripeSecretKey ?? '',
    webhookSecret: secrets.stripeWebhookSecret ?? '',
    prices: { premium_monthly: stripePriceIds.monthly ?? '', premium_yearly: stripePriceIds.yearly ?? '' },
    publicUrl,
  });
}
