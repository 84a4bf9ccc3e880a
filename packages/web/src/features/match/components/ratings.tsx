import type { Match } from '@soulsight/contract/match';
import { cx } from 'class-variance-authority';
import { PersonAura } from '../../../ui/aura/person-aura.tsx';
import { MATCH_COPY } from '../match.copy.ts';
import { describeCertainty, describeFit } from '../match.rules.ts';

type Tone = 'accent' | 'mist' | 'gold';
const DOTS: Record<Tone, string> = { accent: 'bg-accent-text', mist: 'bg-mist', gold: 'bg-gold' };

interface Rating {
  label: string;
  /** 0 to 100. */
  value: number;
  tone: Tone;
  /** A line below the label. */
  note?: string;
  /** Shown instead of the number. */
  words?: string;
}

/** The three ratings of a match. The connection says nothing until there is a conversation, or a model that earned its estimate. */
function toRatings(match: Match): Rating[] {
  return [
    toCompatibilityRating(match),
    { label: MATCH_COPY.scores.trust, value: match.trust_score, tone: 'mist' },
    toConnectionRating(match),
  ];
}

function toConnectionRating(match: Match): Rating {
  const { connection: label, afterTalking } = MATCH_COPY.scores;
  const { emotional_connection_score: measured, emotional_connection_expected: expected } = match;
  if (measured !== null) return { label, value: measured, tone: 'gold' };
  if (expected === null) return { label, value: 0, tone: 'gold', words: afterTalking };
  return { label, value: expected, tone: 'gold', note: MATCH_COPY.scores.expected };
}

/** In words first: a bare number says neither whether it is much nor how sure we are. */
function toCompatibilityRating(match: Match): Rating {
  const { compatibility_score: value, compatibility_range: range } = match;
  const rating = { label: MATCH_COPY.scores.compatibility, tone: 'accent', words: describeFit(match) } as const;
  if (range.too_early) return { ...rating, value: 0 };
  return { ...rating, value, note: MATCH_COPY.scores.range(Math.round(value), range, describeCertainty(range)) };
}

const RADIUS = 49.2;

/** The match's aura inside an arc for the compatibility. */
export function CompatibilityRing({ match, className }: { match: Match; className?: string }) {
  return (
    <div className={cx('relative aspect-square w-full', className)}>
      <PersonAura person={match.person} labelled className="absolute! inset-[2%]" />
      <svg
        aria-hidden
        viewBox="0 0 100 100"
        fill="none"
        className="absolute inset-0 size-full -rotate-90 overflow-visible"
      >
        <Arc rating={toCompatibilityRating(match)} />
      </svg>
    </div>
  );
}

function Arc({ rating: { value } }: { rating: Rating }) {
  const length = 2 * Math.PI * RADIUS;
  return (
    <g className="text-accent-text" strokeWidth="0.9">
      <circle cx="50" cy="50" r={RADIUS} stroke="var(--line)" opacity="0.55" />
      {/* A round end would show a dot for nothing. */}
      {value > 0 && (
        <circle
          cx="50"
          cy="50"
          r={RADIUS}
          stroke="currentColor"
          strokeLinecap="round"
          strokeDasharray={`${(value / 100) * length} ${length}`}
          className="rating-arc"
          style={{ '--arc': length } as React.CSSProperties}
        />
      )}
    </g>
  );
}

export function RatingList({ match }: { match: Match }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(4.75rem,1fr))] gap-x-3 gap-y-1 sm:grid-cols-[repeat(3,auto)] sm:gap-x-6">
      {toRatings(match).map((rating) => (
        // The labels line up below words of one or two lines.
        <div key={rating.label} className="row-span-2 grid grid-rows-subgrid">
          <dt className="order-last flex items-start gap-2 text-xs text-ink-faint">
            <span aria-hidden className={cx('mt-1.5 size-1.5 shrink-0 rounded-full', DOTS[rating.tone])} />
            <span>
              <span className="sm:whitespace-nowrap">{rating.label}</span>
              {rating.note && <span className="block">{rating.note}</span>}
            </span>
          </dt>
          {rating.words ? (
            <dd className="display min-h-6.5 content-end text-base leading-tight sm:text-lg">{rating.words}</dd>
          ) : (
            <dd className="display min-h-6.5 content-end text-lg leading-tight tabular-nums">
              {Math.round(rating.value)}%
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
