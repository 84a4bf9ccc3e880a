import type { Match } from '@soulsight/contract/match';
import { cx } from 'class-variance-authority';
import { PersonAura } from '../../../ui/aura/person-aura.tsx';
import { MATCH_COPY } from '../match.copy.ts';

type Tone = 'accent' | 'mist' | 'gold';
const STROKES: Record<Tone, string> = { accent: 'text-accent-text', mist: 'text-mist', gold: 'text-gold' };
const DOTS: Record<Tone, string> = { accent: 'bg-accent-text', mist: 'bg-mist', gold: 'bg-gold' };

interface Rating {
  label: string;
  /** 0 to 100. */
  value: number;
  tone: Tone;
  /** A line below the label. */
  note?: string;
  /** An estimate, until there is something to measure. */
  expected?: boolean;
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
  return { label, value: expected, tone: 'gold', note: MATCH_COPY.scores.expected, expected: true };
}

function toCompatibilityRating({ compatibility_score, compatibility_range: { low, high, too_early } }: Match): Rating {
  const { compatibility: label, range, tooEarly: words } = MATCH_COPY.scores;
  if (too_early) return { label, value: 0, tone: 'accent', words };
  return { label, value: compatibility_score, tone: 'accent', note: range(low, high) };
}

const OUTER_RADIUS = 49.2;
const STEP = 2.3;

/** The match's aura inside three arcs, one for each rating. */
export function RatingRings({ match, className }: { match: Match; className?: string }) {
  return (
    <div className={cx('relative aspect-square w-full', className)}>
      <PersonAura person={match.person} labelled className="absolute! inset-[2%]" />
      <svg
        aria-hidden
        viewBox="0 0 100 100"
        fill="none"
        className="absolute inset-0 size-full -rotate-90 overflow-visible"
      >
        {toRatings(match).map((rating, i) => (
          <Arc key={rating.label} rating={rating} radius={OUTER_RADIUS - i * STEP} order={i} />
        ))}
      </svg>
    </div>
  );
}

function Arc({ rating, radius, order }: { rating: Rating; radius: number; order: number }) {
  const length = 2 * Math.PI * radius;
  return (
    <g className={STROKES[rating.tone]} strokeWidth="0.75">
      <circle cx="50" cy="50" r={radius} stroke="var(--line)" opacity="0.55" />
      <circle
        cx="50"
        cy="50"
        r={radius}
        stroke="currentColor"
        strokeLinecap="round"
        strokeDasharray={`${(rating.value / 100) * length} ${length}`}
        opacity={rating.expected ? 0.75 : 1}
        className="rating-arc"
        style={{ '--arc': length, animationDelay: `${order * 140}ms` } as React.CSSProperties}
      />
    </g>
  );
}

export function RatingList({ match }: { match: Match }) {
  return (
    <dl className="grid grid-cols-3 gap-3 sm:gap-6">
      {toRatings(match).map((rating) => (
        <div key={rating.label} className="flex flex-col-reverse justify-end gap-1">
          <dt className="flex items-start gap-2 text-xs text-ink-faint">
            <span aria-hidden className={cx('mt-1.5 size-1.5 shrink-0 rounded-full', DOTS[rating.tone])} />
            <span>
              {rating.label}
              {rating.note && <span className="block">{rating.note}</span>}
            </span>
          </dt>
          {rating.words ? (
            <dd className="display text-xl leading-tight">{rating.words}</dd>
          ) : (
            <dd className="display text-3xl tabular-nums">
              {Math.round(rating.value)}
              <span className="text-xl text-ink-faint">%</span>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
