import type { Aura as AuraTraits } from '@soulsight/contract/aura';
import type { Match } from '@soulsight/contract/match';
import type { ReactNode } from 'react';
import { isApiError } from '../../../lib/api/api-error.ts';
import { MatchingLoader } from '../../../ui/loaders/matching-loader.tsx';
import { canFind, describeCompatibility } from '../match.rules.ts';
import { useDecisionKeys } from '../use-decision-keys.ts';
import type { useDiscovery } from '../use-discovery.ts';
import { DecisionBar, UndoBar } from './decision-bar.tsx';
import { LimitReached, NobodyFound, ReadyToMeet } from './empty-states.tsx';
import { SuggestionCard } from './suggestion-card.tsx';
import '../match.css';

export interface DiscoveryProps {
  discovery: ReturnType<typeof useDiscovery>;
  /** The signed-in user's aura. */
  aura: AuraTraits | undefined;
  /** Options for the person of a match. */
  menu: (match: Match) => ReactNode;
}

/** Shows one suggestion at a time, or why there is none. */
export function Discovery({ discovery, aura, menu }: DiscoveryProps) {
  const { current, leaving, passed, decide, pass, accept, undo, giveReason } = discovery;
  useDecisionKeys({ onPass: pass, onAccept: accept, onUndo: undo });
  const shown = leaving?.match ?? current;
  const decisions = <DecisionBar onPass={pass} onAccept={accept} busy={Boolean(leaving)} />;
  return (
    <section aria-label="Discover" className="flex flex-col gap-8">
      <p role="status" className="sr-only">
        {current ? `Someone new. ${describeCompatibility(current)}` : ''}
      </p>
      {shown ? (
        <SuggestionCard
          key={shown.id}
          match={shown}
          leaving={leaving?.to ?? null}
          onDecide={decide}
          decisions={decisions}
          menu={leaving ? null : menu(shown)}
        />
      ) : (
        <DiscoveryEmptyState discovery={discovery} aura={aura} />
      )}
      {passed && !leaving && <UndoBar onUndo={undo} onReason={giveReason} />}
      {shown && (
        // The right margin leaves room for the quick navigation button.
        <div className="sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-20 mr-14 md:bottom-6 md:mx-auto md:w-96 lg:hidden">
          {decisions}
        </div>
      )}
    </section>
  );
}

function DiscoveryEmptyState({
  discovery: { find, limits, matches },
  aura,
}: Pick<DiscoveryProps, 'discovery' | 'aura'>) {
  if (find.isPending) return <MatchingLoader {...(aura ? { aura } : {})} />;
  if (limits && !canFind(limits)) return <LimitReached limits={limits} onOver={() => void matches.refetch()} />;
  if (isApiError(find.error) && (find.error.code === 'nobody_left' || find.error.code === 'onboarding_incomplete')) {
    return <NobodyFound error={find.error} onAgain={find.find} />;
  }
  return <ReadyToMeet aura={aura} limits={limits} onFind={find.find} />;
}
