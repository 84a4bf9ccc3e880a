import type { Subscription } from '@soulsight/contract/subscription';
import { Suspense, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { GUARD_MESSAGES } from '../../lib/errors/catalogue.ts';
import { PAGES, PATHS } from '../../lib/paths.ts';
import { toast } from '../../lib/toast.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { InvoicesCard } from './components/invoices-card.tsx';
import { PaymentMethodsCard } from './components/payment-methods-card.tsx';
import { PlanCards } from './components/plan-cards.tsx';
import { SubscriptionCard } from './components/subscription-card.tsx';
import { SUBSCRIPTION_COPY } from './subscription.copy.ts';
import { useCurrentSubscription, useOffers } from './subscription.hooks.ts';

/** Loaded late: few visits end in a payment. */
const CheckoutDialog = lazyPart(() => import('./components/checkout-dialog.tsx'), 'CheckoutDialog');

type Offer = NonNullable<ReturnType<typeof useOffers>['data']>['offers'][number];

/** Plans, cards and invoices, at /subscription and /upgrade. `canBuy`: the email is confirmed. */
export function SubscriptionScreen({ canBuy }: { canBuy: boolean }) {
  const offers = useOffers();
  const current = useCurrentSubscription();
  const [chosen, setChosen] = useState<Offer | null>(null);
  const askToConfirm = useAskToConfirm();
  const chooseToPay = canBuy ? setChosen : askToConfirm;
  const failed = [offers, current].find((query) => query.isLoadingError);
  useReturnFromCheckout();
  return (
    <Page title={PAGES.subscription.title}>
      <PageHeader title={PAGES.subscription.title} lead={SUBSCRIPTION_COPY.lead} />
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void Promise.all([offers.refetch(), current.refetch()])} />
      ) : offers.data && current.data ? (
        <div className="flex flex-col gap-6">
          <SubscriptionCard
            subscription={current.data}
            due={offers.data.invoices.find(({ payable }) => payable)}
            gateway={offers.data.gateway}
            onUnpause={() => chooseToPay(offers.data.offers.find(({ id }) => id === current.data.offer) ?? null)}
          />
          <PlanCards
            offers={offers.data.offers}
            current={current.data.plan === 'free' ? null : current.data.offer}
            next={findPendingOffer(current.data)}
            paused={current.data.status === 'paused' ? current.data.offer : null}
            onChoose={chooseToPay}
          />
          {/* Stripe takes the first card when Premium is bought. */}
          <PaymentMethodsCard
            gateway={offers.data.gateway}
            canAdd={canBuy && (offers.data.gateway === 'test' || current.data.status !== 'none')}
          />
          <InvoicesCard />
          <Suspense>
            {chosen && <CheckoutDialog offer={chosen} gateway={offers.data.gateway} onClose={() => setChosen(null)} />}
          </Suspense>
        </div>
      ) : (
        <div role="status" aria-label="Loading plans" className="grid gap-4 md:grid-cols-3">
          {['a', 'b', 'c'].map((key) => (
            <Skeleton key={key} className="h-96 rounded-xl" />
          ))}
        </div>
      )}
    </Page>
  );
}

/** Only the owner of an address can buy, so nobody pays for an account that another person takes over. */
function useAskToConfirm(): () => void {
  const navigate = useNavigate();
  return () => {
    toast.error(GUARD_MESSAGES.verify);
    void navigate(PATHS.verifyEmail);
  };
}

/** The scheduled offer, if it differs from the current one. */
function findPendingOffer({ next_offer, offer }: Subscription) {
  return next_offer && next_offer !== offer ? next_offer : null;
}

/** Says what happened on the payment provider's page, once. */
function useReturnFromCheckout(): void {
  const [search, setSearch] = useSearchParams();
  const returned = search.get('checkout');
  useEffect(() => {
    if (returned === null) return;
    setSearch({}, { replace: true });
    if (returned === 'done' || returned === 'card') toast.success(SUBSCRIPTION_COPY.returned[returned]);
    else toast.info(SUBSCRIPTION_COPY.returned.cancelled);
  }, [returned, setSearch]);
}
