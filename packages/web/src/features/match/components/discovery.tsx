import type { Aura as AuraTraits } from '@soulsight/contract/aura';
import type { Match } from '@soulsight/contract/match';
import { cx } from 'class-variance-authority';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useIdle } from '../../../lib/hooks/use-idle.ts';
import { profilePath } from '../../../lib/paths.ts';
import { lazyPart, RetrySilently } from '../../../ui/lazy-part.tsx';
import { Link } from '../../../ui/link.tsx';
import { MatchingLoader } from '../../../ui/loaders/matching-loader.tsx';
import { MATCH_COPY } from '../match.copy.ts';
import { canFind, describeCompatibility } from '../match.rules.ts';
import { useDecisionKeys } from '../use-decision-keys.ts';
import type { useDiscovery } from '../use-discovery.ts';
import { DecisionBar } from './decision-bar.tsx';
import { LimitReached, NobodyFound, ReadyToMeet } from './empty-states.tsx';
import { SuggestionCard } from './suggestion-card.tsx';

export interface DiscoveryProps {
  discovery: ReturnType<typeof useDiscovery>;
  /** The signed-in user's aura. */
  aura: AuraTraits | undefined;
  /** Options for the person of a match. */
  menu: (match: Match) => ReactNode;
  /** Lets the person of a like know of it; null when nobody more may be told today. */
  letKnow: ((match: Match) => void) | null;
  isTelling: boolean;
  /** Says with the last pass what premium would add. */
  hasUndoHint: boolean;
}

/** Only after a decision. */
const LastDecision = lazyPart(() => import('./last-decision.tsx'), 'LastDecision', RetrySilently);

/** Shows one suggestion at a time, or why there is none. */
export function Discovery({ discovery, aura, menu, hasUndoHint, ...likes }: DiscoveryProps) {
  const { current, leaving, passed, liked, isDeciding, decide, pass, accept, undo } = discovery;
  useDecisionKeys({ onPass: pass, onAccept: accept, onUndo: undo });
  const canSwipe = useIdle();
  const shown = leaving?.match ?? current;
  const decisions = <DecisionBar onPass={pass} onAccept={accept} busy={Boolean(leaving) || isDeciding} />;
  const hasLastDecision = !leaving && Boolean(passed || liked);
  const { section, bar } = useStaysInPlace(shown?.id, hasLastDecision);
  return (
    <section ref={section} tabIndex={-1} aria-label="Discover" className="flex flex-col gap-8 outline-none">
      <p role="status" className="sr-only">
        {current ? `Someone new. ${describeCompatibility(current)}` : ''}
      </p>
      {shown ? (
        <SuggestionCard
          key={shown.id}
          match={shown}
          canSwipe={canSwipe}
          leaving={leaving?.to ?? null}
          onDecide={decide}
          decisions={decisions}
          menu={leaving ? null : menu(shown)}
        />
      ) : (
        <div className={hasLastDecision ? 'max-md:[&_[data-art]]:hidden' : undefined}>
          <DiscoveryEmptyState discovery={discovery} aura={aura} />
        </div>
      )}
      {(shown || hasLastDecision) && (
        // One place in the page: whether there is somebody new changes while the bar is used.
        <div
          ref={bar}
          className={cx(
            'flex flex-col gap-3',
            shown
              ? // On a phone what goes on behind it fades. On a wide screen, where the decisions stand below the aura, it is low. In a low window it would cover the person.
                'decisions-in-reach sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom)+var(--cookie-bar,0px))] z-20 before:pointer-events-none before:absolute before:inset-x-[-2rem] before:-top-8 before:-bottom-3 before:-z-10 before:bg-linear-to-t before:from-bg before:from-60% before:to-transparent md:bottom-[calc(1.5rem+var(--cookie-bar,0px))] md:before:-bottom-6 low:before:hidden lg:before:hidden low:static'
              : // Above what comes next, so that nothing is covered.
                'order-first',
          )}
        >
          {hasLastDecision && (
            <Suspense>
              <LastDecision discovery={discovery} hasUndoHint={hasUndoHint} {...likes} />
            </Suspense>
          )}
          {shown && <div className="md:mx-auto md:w-96 lg:hidden">{decisions}</div>}
        </div>
      )}
      <Link
        to={profilePath('wishes')}
        className="mx-auto inline-flex min-h-11 items-center text-sm text-ink-soft underline decoration-line underline-offset-4 hover:text-ink"
      >
        {MATCH_COPY.wishes}
      </Link>
    </section>
  );
}

function DiscoveryEmptyState({
  discovery: { find, limits, matches },
  aura,
}: Pick<DiscoveryProps, 'discovery' | 'aura'>) {
  if (find.isPending) return <MatchingLoader {...(aura ? { aura } : {})} />;
  if (limits && !canFind(limits))
    return <LimitReached limits={limits} onOver={() => void matches.refetch({ cancelRefetch: false })} />;
  if (isApiError(find.error) && (find.error.code === 'nobody_left' || find.error.code === 'onboarding_incomplete')) {
    return <NobodyFound error={find.error} onAgain={find.find} />;
  }
  return <ReadyToMeet aura={aura} limits={limits} onFind={find.find} />;
}

/**
 * What comes in place of a long card is scrolled to, and the next person is met from the top. If the button that had the focus went with the card, the focus stays in the section.
 * @param shownId the match on the card
 */
function useStaysInPlace(shownId: string | undefined, hasLastDecision: boolean) {
  const section = useRef<HTMLElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const decided = useRef(false);
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (hasLastDecision && !shownId) bar.current?.scrollIntoView({ block: 'center' });
  }, [hasLastDecision, shownId]);
  useEffect(() => {
    const place = section.current;
    if (decided.current && document.activeElement === document.body) place?.focus({ preventScroll: true });
    decided.current = shownId !== undefined;
    if (!shownId || !place) return;
    // The search for the next person may have come between the two.
    if (last.current && last.current !== shownId && place.getBoundingClientRect().top < 0) place.scrollIntoView();
    last.current = shownId;
  }, [shownId]);
  return { section, bar };
}
