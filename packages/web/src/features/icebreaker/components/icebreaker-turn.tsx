import { Dices } from 'lucide-react';
import { ICEBREAKER_COPY } from '../icebreaker.copy.ts';
import { useIcebreaker } from '../icebreaker.hooks.ts';

export interface IcebreakerTurnProps {
  matchId: string;
  name: string;
  /** Shows the question. */
  onOpen: () => void;
}

/** A line below the newest message while the other waits for the user's answer. Renders nothing otherwise. */
export function IcebreakerTurn({ matchId, name, onOpen }: IcebreakerTurnProps) {
  const state = useIcebreaker(matchId).data;
  if (!state?.question || state.mine !== null || !state.they_answered) return null;
  return (
    <p className="mt-6 flex justify-center">
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-11 items-center gap-2.5 rounded-full px-4 py-1.5 text-left text-sm text-ink-soft ring-1 ring-line ring-inset transition hover:bg-raised"
      >
        <Dices aria-hidden className="size-4 shrink-0 text-accent-text" />
        <span className="text-balance">{`${ICEBREAKER_COPY.title}: ${ICEBREAKER_COPY.theyAnswered(name)}`}</span>
      </button>
    </p>
  );
}
