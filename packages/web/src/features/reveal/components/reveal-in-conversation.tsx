import { revealStage } from '@soulsight/contract/reveal-stages';
import { Sparkles } from 'lucide-react';
import { revealPath } from '../../../lib/paths.ts';
import { personName } from '../../../lib/person.ts';
import { Link } from '../../../ui/link.tsx';
import { STAGES } from '../reveal.copy.ts';
import { useReveal } from '../reveal.hooks.ts';
import { getRevealTurn } from '../reveal.rules.ts';
import { RevealTurnPanel } from './reveal-turn.tsx';

export interface RevealInConversationProps {
  matchId: string;
  me: string;
  /** Whether the user has a photo to reveal. */
  hasPhoto: boolean;
}

/** The reveal as part of the conversation: a request to answer, one that waits for its answer, or a stage that can be unlocked. */
export function RevealInConversation({ matchId, me, hasPhoto }: RevealInConversationProps) {
  const state = useReveal(matchId).data;
  if (!state) return null;
  const turn = getRevealTurn(state, me);
  if (turn.kind === 'answer') {
    return (
      <div className="mt-6">
        <RevealTurnPanel state={state} me={me} hasPhoto={hasPhoto} />
      </div>
    );
  }
  if (turn.kind !== 'ask' && turn.kind !== 'waiting') return null;
  const { wish } = STAGES[revealStage(turn.stage).id];
  return (
    <p className="mt-6 flex justify-center">
      <Link
        to={revealPath(matchId)}
        className="flex min-h-11 items-center gap-2.5 rounded-full px-4 text-center text-sm text-ink-soft ring-1 ring-line ring-inset transition hover:bg-raised"
      >
        <Sparkles aria-hidden className="size-4 shrink-0 text-accent-text" />
        {turn.kind === 'ask'
          ? `You two are ready to ${wish}`
          : `You asked to ${wish}. ${personName(state.person)} hasn't answered yet.`}
      </Link>
    </p>
  );
}
