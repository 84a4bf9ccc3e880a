import type { Match } from '@soulsight/contract/match';
import { cx } from 'class-variance-authority';
import { MessageCircleHeart } from 'lucide-react';
import { type CSSProperties, type ReactNode, Suspense, useRef, useState } from 'react';
import { isFirstScreen } from '../../../lib/browser/first-screen.ts';
import { personFacts, personName } from '../../../lib/person.ts';
import { Badge } from '../../../ui/badge.tsx';
import { lazyPart, RetrySilently } from '../../../ui/lazy-part.tsx';
import { PhotosChecked } from '../../../ui/photos-checked.tsx';
import { MATCH_COPY } from '../match.copy.ts';
import { CompatibilityMeaning } from './compatibility-meaning.tsx';
import { CompatibilityRing, RatingList } from './ratings.tsx';
import { ReasonList } from './reason-list.tsx';
import type { Direction, Drag } from './swipe.tsx';

/** The buttons and keys decide as well, so nothing waits for it. */
const Swipe = lazyPart(() => import('./swipe.tsx'), 'Swipe', RetrySilently);

export interface SuggestionCardProps {
  match: Match;
  /** Whether it can be swiped already. */
  canSwipe: boolean;
  /** The direction in which a decided card leaves. */
  leaving?: Direction | null;
  onDecide: (direction: Direction) => void;
  decisions: ReactNode;
  /** Options for the person: block, report. */
  menu?: ReactNode;
}

/** One suggested match: aura, reasons, ratings and talking points. Can be swiped. */
export function SuggestionCard({ match, canSwipe, leaving = null, onDecide, decisions, menu }: SuggestionCardProps) {
  const [{ offset, lean }, setDrag] = useState<Drag>({ offset: 0, lean: 0 });
  const face = useRef<HTMLDivElement>(null);
  const { person } = match;
  const [rises] = useState(() => !isFirstScreen());
  return (
    <article
      aria-label={personName(person)}
      data-leaving={leaving ?? undefined}
      className={cx(
        'suggestion grid gap-5 md:gap-8 lg:grid-cols-[1fr_1.05fr] lg:items-start lg:gap-x-16',
        rises && !leaving && 'animate-rise',
      )}
    >
      <div className="flex flex-col gap-8 lg:sticky lg:top-24">
        <div
          ref={face}
          className={cx(
            'relative mx-auto w-full max-w-[clamp(8rem,100dvh-32rem,27dvh)] select-none data-swipes:touch-pan-y md:max-w-[min(24rem,34dvh)] lg:max-w-[min(30rem,calc(100dvh-17rem))]',
            !offset && 'transition duration-300 ease-soft',
          )}
          style={
            { transform: offset ? `translateX(${offset}px) rotate(${offset / 40}deg)` : undefined } as CSSProperties
          }
        >
          <CompatibilityRing match={match} />
          <Verdict lean={lean} />
        </div>
        <Suspense>
          {canSwipe && <Swipe target={face} enabled={!leaving} onDrag={setDrag} onSwipe={onDecide} />}
        </Suspense>
        <div className="hidden justify-center lg:flex">{decisions}</div>
      </div>
      <div className="mx-auto flex w-full max-w-xl flex-col gap-6 md:gap-8 lg:max-w-none">
        <header className="flex flex-col items-center gap-1 md:gap-2 text-center lg:items-start lg:text-left">
          <div className="flex items-center gap-1">
            <h2 className="display text-4xl">{personName(person)}</h2>
            {menu}
          </div>
          <p className="text-lg text-ink-soft">{personFacts(person).join(' · ')}</p>
          <PhotosChecked person={person} />
          {person.is_demo && <Badge>Demo person</Badge>}
        </header>
        <section className="flex flex-col gap-3">
          <h3 className="text-sm font-medium text-ink-faint">{MATCH_COPY.reasons}</h3>
          <ReasonList reasons={match.reasons} />
        </section>
        <div className="flex flex-col gap-2">
          <RatingList match={match} />
          <CompatibilityMeaning match={match} />
        </div>
        {match.talking_points.length > 0 && <TalkingPoints points={match.talking_points} />}
      </div>
    </article>
  );
}

function Verdict({ lean }: { lean: number }) {
  if (lean === 0) return null;
  const yes = lean > 0;
  return (
    <span
      aria-hidden
      className={cx(
        'absolute inset-0 m-auto grid h-14 w-fit place-items-center rounded-full px-7 text-lg font-medium',
        yes ? 'bg-accent text-on-accent' : 'bg-raised text-ink',
      )}
      style={{ opacity: Math.abs(lean) }}
    >
      {yes ? MATCH_COPY.accept : MATCH_COPY.pass}
    </span>
  );
}

export function TalkingPoints({ points }: { points: readonly string[] }) {
  return (
    <section className="flex flex-col gap-3">
      <h3 className="text-sm font-medium text-ink-faint">{MATCH_COPY.points}</h3>
      <ul className="flex flex-col gap-2.5">
        {points.slice(0, 2).map((point) => (
          <li key={point} className="flex gap-3.5 rounded-lg bg-surface px-5 py-4 ring-1 ring-inset ring-line">
            <MessageCircleHeart aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" strokeWidth={1.7} />
            <span>{point}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
