import type { OfferId } from '@soulsight/contract/offers';
import { cx } from 'class-variance-authority';
import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { MarkList } from '../../../ui/mark-list.tsx';
import type { offersQuery } from '../subscription.api.ts';
import { FREE_FEATURES } from '../subscription.copy.ts';
import { calculateSavedPercent } from '../subscription.rules.ts';

type Offer = Awaited<ReturnType<NonNullable<(typeof offersQuery)['queryFn']>>>['offers'][number];
const MONTHS = { month: 1, year: 12 } as const;

interface PlanCardsProps {
  offers: readonly Offer[];
  current: OfferId | null;
  /** The offer that follows at the end of the current period, if it is a different one. */
  next: OfferId | null;
  /** The offer of a paused subscription. */
  paused: OfferId | null;
  onChoose: (offer: Offer) => void;
}

/** The free plan next to the paid offers. */
export function PlanCards({ offers, current, next, paused, onChoose }: PlanCardsProps) {
  const id = useId();
  const currency = offers[0]?.currency ?? 'EUR';
  const highestPrice = Math.max(0, ...offers.map(monthlyPrice));
  return (
    <ul className="grid gap-4 md:grid-cols-3">
      <PlanCard
        title="Free"
        price={formatMoney(0, currency)}
        per="for as long as you like"
        features={FREE_FEATURES}
        here={current === null}
      />
      {offers.map((offer, n) => (
        <PlanCard
          key={offer.id}
          titleId={`${id}-${offer.id}`}
          gold
          title={offer.title}
          price={formatMoney(monthlyPrice(offer), offer.currency)}
          per={offer.period === 'year' ? `a month, ${formatMoney(offer.amount, offer.currency)} a year` : 'a month'}
          saves={calculateSavedPercent(monthlyPrice(offer), highestPrice)}
          features={listFeatures(offer, offers.slice(0, n))}
          here={current === offer.id}
          comes={next === offer.id}
          isPaused={paused === offer.id}
        >
          {/* The card of the subscription resumes a paused one. */}
          {offer.id !== paused && canChoose(offer.id, current, next) && (
            <Button
              block
              variant={offer.period === 'year' ? 'primary' : 'secondary'}
              aria-describedby={`${id}-${offer.id}`}
              onClick={() => onChoose(offer)}
            >
              {actionLabel(offer, current, paused)}
            </Button>
          )}
        </PlanCard>
      ))}
    </ul>
  );
}

/** Whether an offer can be chosen: neither the current one nor the scheduled one. */
function canChoose(offer: OfferId, current: OfferId | null, next: OfferId | null): boolean {
  return next === null ? offer !== current : offer !== next;
}

function actionLabel({ id, period }: Offer, current: OfferId | null, paused: OfferId | null): string {
  if (current === null && paused === null) return 'Upgrade';
  if (id === current) return 'Keep this plan';
  return period === 'year' ? 'Switch to yearly' : 'Switch to monthly';
}

/** What an offer gives; of one that gives the same as an earlier one, what differs. */
function listFeatures(offer: Offer, earlier: readonly Offer[]): readonly string[] {
  const same = earlier.find(({ features }) => features.join() === offer.features.join());
  if (!same) return offer.features;
  const saved = 12 * (monthlyPrice(same) - monthlyPrice(offer));
  const less = saved > 0 ? [`${formatMoney(saved, offer.currency)} less in a year`] : [];
  return [`Everything in ${same.title}`, ...less];
}

/** Price per month, in minor units (cents). */
function monthlyPrice({ amount, period }: Offer): number {
  return amount / MONTHS[period];
}

/** What the badge of a plan says; the first that applies. */
interface PlanStanding {
  here: boolean;
  /** This offer follows at the end of the current period. */
  comes?: boolean;
  /** It goes on when it is resumed. */
  isPaused?: boolean;
  /** In whole percent. */
  saves?: number;
}

interface PlanCardProps extends PlanStanding {
  title: string;
  /** Names the title, for the description of a button. */
  titleId?: string;
  price: string;
  per: string;
  features: readonly string[];
  gold?: boolean;
  children?: ReactNode;
}

function PlanBadge({ here, comes, isPaused, saves = 0 }: PlanStanding) {
  if (here) return <Badge tone="accent">Your plan</Badge>;
  if (comes) return <Badge tone="mist">Up next</Badge>;
  if (isPaused) return <Badge tone="mist">Paused</Badge>;
  return saves > 0 && <Badge tone="gold">Save {saves}%</Badge>;
}

function PlanCard({ title, titleId, price, per, features, gold, children, ...standing }: PlanCardProps) {
  return (
    <li
      className={cx(
        'relative isolate flex flex-col gap-6 overflow-hidden rounded-xl bg-surface p-7 ring-inset md:max-lg:p-5',
        standing.here ? 'ring-2 ring-accent-text' : gold ? 'ring-1 ring-gold/50' : 'ring-1 ring-line',
      )}
    >
      {gold && (
        <span
          aria-hidden
          className="absolute inset-x-0.5 top-0.5 -z-10 h-40 rounded-t-[inherit] bg-linear-to-b from-gold-soft to-transparent"
        />
      )}
      <h2 id={titleId} className="display text-xl">
        {title}
      </h2>
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="display text-4xl">{price}</span>
        {/* Beside the price: beside the title it would break it, and the prices would not stand in one line. Below it where there is no room, in every card, so that the lists start in one line. */}
        <span className="md:max-lg:order-last md:max-lg:min-h-6 md:max-lg:basis-full">
          <PlanBadge {...standing} />
        </span>
        <span className="basis-full text-sm text-ink-faint">{per}</span>
      </p>
      <MarkList items={features} mark={Check} tone={gold ? 'text-gold' : 'text-ink-faint'} className="grow" />
      {children}
    </li>
  );
}
