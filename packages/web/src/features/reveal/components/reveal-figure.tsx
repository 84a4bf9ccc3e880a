import type { RevealState } from '@soulsight/contract/reveal';
import { revealStage } from '@soulsight/contract/reveal-stages';
import { useEffect, useRef } from 'react';
import { PersonAura } from '../../../ui/aura/person-aura.tsx';
import { REVEAL_COPY, STAGES } from '../reveal.copy.ts';
import { calculateTrustProgress } from '../reveal.rules.ts';

const RADIUS = 48.4;
const LENGTH = 2 * Math.PI * RADIUS;

export interface RevealFigureProps {
  state: RevealState;
  /** The stage that is opening now, while its animation runs. */
  opening: number | null;
}

/** The match's picture at the current stage, inside an arc for the trust level. A newly opened stage is animated. */
export function RevealFigure({ state, opening }: RevealFigureProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (opening !== null) frame.current?.scrollIntoView({ block: 'center', behavior: 'smooth' });
  }, [opening]);
  const openedName = opening === null ? undefined : revealStage(opening).id;
  return (
    <div
      ref={frame}
      className="reveal-figure relative mx-auto aspect-square w-full max-w-[min(30rem,40dvh)] lg:max-w-[min(30rem,58dvh)]"
      data-opening={openedName}
    >
      {openedName &&
        [0, 420, 840].map((delay) => (
          <span
            key={delay}
            aria-hidden
            className="reveal-ring absolute inset-0 rounded-full ring-1 ring-accent-text"
            style={{ animationDelay: `${delay}ms` }}
          />
        ))}
      <div className="reveal-breath absolute inset-[7%]">
        <PersonAura person={state.person} progress={calculateTrustProgress(state)} labelled className="size-full" />
      </div>
      <TrustCircle state={state} />
      {openedName && (
        <p className="reveal-words display pointer-events-none absolute inset-x-0 top-full z-10 mt-4 text-center text-4xl">
          {STAGES[openedName].moment}
        </p>
      )}
      <p role="status" className="sr-only">
        {openedName ? `${STAGES[openedName].moment}. ${STAGES[openedName].opens}` : ''}
      </p>
    </div>
  );
}

/** The trust level as an arc, with a mark where the next stage opens. */
function TrustCircle({ state: { trust_level: trust, next } }: { state: RevealState }) {
  const angle = next ? (next.needs_trust_level / 100) * 2 * Math.PI : null;
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 100"
      fill="none"
      className="absolute inset-0 size-full -rotate-90 overflow-visible"
    >
      <circle cx="50" cy="50" r={RADIUS} stroke="var(--line)" strokeWidth="0.9" />
      <circle
        cx="50"
        cy="50"
        r={RADIUS}
        stroke="var(--accent-text)"
        strokeWidth="0.9"
        strokeLinecap="round"
        strokeDasharray={`${(trust / 100) * LENGTH} ${LENGTH}`}
        className="trust-arc"
      />
      {angle !== null && (
        <circle
          cx={50 + RADIUS * Math.cos(angle)}
          cy={50 + RADIUS * Math.sin(angle)}
          r="1.5"
          fill={next?.ready ? 'var(--accent-text)' : 'var(--bg)'}
          stroke="var(--accent-text)"
          strokeWidth="0.7"
        />
      )}
    </svg>
  );
}

export function TrustLevel({ state: { trust_level: trust, next } }: { state: RevealState }) {
  return (
    <p className="flex flex-wrap items-baseline justify-center gap-x-3 text-sm text-ink-faint lg:justify-start">
      <span>{REVEAL_COPY.trust}</span>
      <span className="display text-3xl text-ink tabular-nums">{Math.round(trust)}%</span>
      {next && trust < next.needs_trust_level && (
        <span>{`${STAGES[next.status].name} unlocks at ${Math.round(next.needs_trust_level)}%`}</span>
      )}
    </p>
  );
}
