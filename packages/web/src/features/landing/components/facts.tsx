import { OFFERS } from '@soulsight/contract/offers';
import { cx } from 'class-variance-authority';
import { Check } from 'lucide-react';
import { formatMoney } from '../../../lib/money.ts';
import { PATHS } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { CLOSING, HERO, NUMBERS, PREMIUM, PRIVACY } from '../landing.copy.ts';

const SECTION = 'wide-x mx-auto max-w-7xl py-20 md:py-28';

export function Numbers() {
  return (
    <section className={SECTION}>
      <div className="flex flex-col gap-4 md:max-w-2xl">
        <h2 className="display text-4xl">{NUMBERS.title}</h2>
        <p className="text-lg text-ink-soft">{NUMBERS.lead}</p>
      </div>
      <dl className="mt-14 grid gap-x-10 gap-y-12 sm:grid-cols-2 lg:grid-cols-4">
        {NUMBERS.facts.map(({ figure, unit, text }) => (
          <div key={unit} className="flex flex-col gap-3 border-t border-line-strong pt-5">
            <dt className="flex items-baseline gap-2">
              <span className="display text-5xl text-accent-text tabular-nums">{figure}</span>
              <span className="display-italic text-xl text-ink-soft">{unit}</span>
            </dt>
            <dd className="text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function Privacy() {
  return (
    <section className={cx(SECTION, 'grid gap-12 lg:grid-cols-[1fr_2fr] lg:gap-20')}>
      <div className="flex flex-col items-start gap-5">
        <h2 className="display text-4xl">{PRIVACY.title}</h2>
        <Link to={PATHS.privacy} className="min-h-11 py-2 text-accent-text underline decoration-1 underline-offset-4">
          {PRIVACY.more}
        </Link>
      </div>
      <ul className="grid gap-x-12 gap-y-10 sm:grid-cols-2">
        {PRIVACY.points.map(({ title, text }) => (
          <li key={title} className="flex flex-col gap-2">
            <h3 className="display text-xl">{title}</h3>
            <p className="text-ink-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Premium() {
  const { premium_monthly: monthly, premium_yearly: yearly } = OFFERS;
  const perMonth = formatMoney(monthly.amount, monthly.currency);
  const perYear = formatMoney(yearly.amount / 12, yearly.currency);
  return (
    <section className={SECTION}>
      <div className="flex flex-col gap-4 md:max-w-2xl">
        <h2 className="display text-4xl">{PREMIUM.title}</h2>
        <p className="text-lg text-ink-soft">{PREMIUM.lead}</p>
      </div>
      <div className="mt-12 grid overflow-hidden rounded-2xl ring-1 ring-line md:grid-cols-2">
        <Plan title={PREMIUM.free.title} points={PREMIUM.free.points} cost="€0" note="for as long as you like" />
        <Plan
          gold
          title={PREMIUM.premium.title}
          points={PREMIUM.premium.points}
          cost={perMonth}
          note={`a month, or ${perYear} a month by the year`}
        />
      </div>
    </section>
  );
}

interface PlanProps {
  title: string;
  points: readonly string[];
  cost: string;
  note: string;
  gold?: boolean;
}

function Plan({ title, points, cost, note, gold }: PlanProps) {
  return (
    <div className={cx('flex flex-col gap-6 p-8 md:p-12', gold ? 'bg-gold-soft' : 'bg-surface')}>
      <h3 className={cx('display text-2xl', gold && 'text-gold')}>{title}</h3>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="display text-4xl tabular-nums" suppressHydrationWarning>
          {cost}
        </span>
        <span className="text-sm text-ink-soft" suppressHydrationWarning>
          {note}
        </span>
      </p>
      <ul className="flex flex-col gap-3">
        {points.map((point) => (
          <li key={point} className="flex gap-3">
            <Check aria-hidden className={cx('mt-1 size-4.5 shrink-0', gold ? 'text-gold' : 'text-good')} />
            {point}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Closing({ signedIn }: { signedIn: boolean }) {
  return (
    <section className="wide-x mx-auto flex max-w-7xl flex-col items-center gap-10 py-24 text-center md:py-36">
      <svg
        aria-hidden
        viewBox="0 0 240 96"
        className="w-56 text-accent-text md:w-72"
        fill="none"
        stroke="currentColor"
        strokeLinecap="round"
      >
        <path d="M12 16c26 38 62 56 108 56s82-18 108-56" strokeWidth="3" />
        <path d="M120 72v18M84 67l-8 16M156 67l8 16M52 50 39 63M188 50l13 13" strokeWidth="2.5" />
      </svg>
      <h2 className="display text-5xl">{CLOSING.title}</h2>
      <ButtonLink to={signedIn ? PATHS.dashboard : PATHS.signUp} size="lg">
        {signedIn ? HERO.open : CLOSING.join}
      </ButtonLink>
    </section>
  );
}
