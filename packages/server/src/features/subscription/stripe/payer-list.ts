import type Stripe from 'stripe';
import type { GatewayPayer } from '../gateway/gateway.ts';
import { toUserId } from './values.ts';

const PAGE = 100;

export function createPayerList(stripe: Stripe) {
  async function listPayers(after: string | null): Promise<{ payers: GatewayPayer[]; next: string | null }> {
    const { data, has_more } = await stripe.subscriptions.list({
      status: 'all',
      limit: PAGE,
      expand: ['data.customer'],
      ...(after !== null && { starting_after: after }),
    });
    return { payers: data.map(toPayer), next: has_more ? (data.at(-1)?.id ?? null) : null };
  }

  return { listPayers };
}

function toPayer({ id, status, metadata, customer }: Stripe.Subscription): GatewayPayer {
  return {
    subscription: id,
    isRunning: status !== 'canceled' && status !== 'incomplete_expired',
    userId: toUserId(metadata),
    customer: typeof customer === 'string' ? customer : customer.id,
    isDeleted: typeof customer !== 'string' && customer.deleted === true,
  };
}
