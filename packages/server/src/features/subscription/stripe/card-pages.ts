import { AppError } from '@soulsight/contract/errors';
import type Stripe from 'stripe';
import type { GatewayEvent } from '../gateway/gateway.ts';
import type { StoredCard } from '../payments/cards.rules.ts';
import { METADATA_REPLACES, type StripeOptions, toId } from './values.ts';

type CardPage = { userId: string; customer: string; replaces: string | null };

/** Stripe's page for adding a card to a customer. */
export function createCardPages(stripe: Stripe, { publicUrl }: Pick<StripeOptions, 'publicUrl'>) {
  async function createCardPage({ userId, customer, replaces }: CardPage): Promise<string> {
    const session = await stripe.checkout.sessions.create({
      mode: 'setup',
      currency: 'eur',
      customer,
      client_reference_id: userId,
      metadata: replaces === null ? {} : { [METADATA_REPLACES]: replaces },
      success_url: `${publicUrl}/subscription?checkout=card`,
      cancel_url: `${publicUrl}/subscription?checkout=cancelled`,
    });
    if (!session.url) throw new AppError('unavailable');
    return session.url;
  }
  return { createCardPage };
}

export async function fetchCard(stripe: Stripe, id: string | null): Promise<StoredCard | null> {
  if (id === null) return null;
  const { card } = await stripe.paymentMethods.retrieve(id);
  if (!card) return null;
  return { method: id, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year };
}

/** The card that was added on such a page, and whose it is. */
export async function readAddedCard(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
): Promise<Pick<GatewayEvent, 'card' | 'cardOwner'>> {
  const setup = toId(session.setup_intent);
  const userId = session.client_reference_id;
  if (setup === null || userId === null) return { card: null, cardOwner: null };
  const { payment_method } = await stripe.setupIntents.retrieve(setup);
  const card = await fetchCard(stripe, toId(payment_method));
  return { card, cardOwner: { userId, replaces: session.metadata?.[METADATA_REPLACES] ?? null } };
}
