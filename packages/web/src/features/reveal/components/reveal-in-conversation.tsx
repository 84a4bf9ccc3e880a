import type { RevealState } from '@soulsight/contract/reveal';
import { REVEAL_STAGES, revealStage } from '@soulsight/contract/reveal-stages';
import { Sparkles } from 'lucide-react';
import { Suspense } from 'react';
import { revealPath } from '../../../lib/paths.ts';
import { personName } from '../../../lib/person.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Link } from '../../../ui/link.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { STAGES, WAIT_TITLES } from '../reveal.copy.ts';
import { useReveal } from '../reveal.hooks.ts';
import { getRevealTurn, type RevealTurn } from '../reveal.rules.ts';

/** Only for a request of the other user. */
const RevealTurnPanel = lazyPart(() => import('./reveal-turn.tsx'), 'RevealTurnPanel', ErrorState);

export interface RevealInConversationProps {
  matchId: string;
  /** The stage to make room for until the reveal has loaded. */
  stage: number;
  me: string;
  /** Whether the user has a photo to reveal. */
  hasPhoto: boolean;
}

/** The reveal as part of the conversation: a request to answer, or in one line how far the next stage is, until all are open. */
export function RevealInConversation({ matchId, stage, me, hasPhoto }: RevealInConversationProps) {
  const state = useReveal(matchId).data;
  // As high as the line that follows: nothing moves then.
  if (!state) return stage < REVEAL_STAGES.length - 1 && <p className="mt-6 h-11" />;
  const turn = getRevealTurn(state, me);
  if (turn.kind === 'answer') {
    return (
      <div className="mt-6">
        <Suspense fallback={<Skeleton className="h-44 rounded-xl" />}>
          <RevealTurnPanel state={state} me={me} hasPhoto={hasPhoto} />
        </Suspense>
      </div>
    );
  }
  if (turn.kind === 'all_open') return null;
  return (
    <p className="mt-6 flex justify-center">
      <Link
        to={revealPath(matchId)}
        className="flex min-h-11 items-center gap-2.5 rounded-full px-4 py-1.5 text-sm text-ink-soft ring-1 ring-line ring-inset transition hover:bg-raised"
      >
        <Sparkles aria-hidden className="size-4 shrink-0 text-accent-text" />
        <span className="text-balance">{describeTurn(turn, state)}</span>
      </Link>
    </p>
  );
}

function describeTurn(turn: Exclude<RevealTurn, { kind: 'all_open' | 'answer' }>, state: RevealState): string {
  const them = personName(state.person);
  if (turn.kind === 'later') return WAIT_TITLES[turn.because](them);
  const { name, action } = STAGES[revealStage(turn.stage).id];
  switch (turn.kind) {
    case 'ask':
      return `You two are ready to ${action}`;
    case 'waiting':
      return `You asked to ${action}. ${them} hasn't answered yet.`;
    case 'early':
      return `${name} needs a little more time`;
    case 'grow':
      return `${name} unlocks at ${Math.round(turn.needs)}% trust, you two are at ${Math.round(state.trust_level)}%`;
  }
}
