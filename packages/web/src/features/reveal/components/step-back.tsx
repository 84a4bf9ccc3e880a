import type { RevealState } from '@soulsight/contract/reveal';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { AlertDialog } from '../../../ui/dialog.tsx';
import { REVEAL_COPY } from '../reveal.copy.ts';
import { useStepBack } from '../reveal.hooks.ts';
import { canStepBack, getRevealTurn } from '../reveal.rules.ts';

/** Withdraws the user's own open request, otherwise steps both users back one stage. */
export function StepBack({ state, me }: { state: RevealState; me: string }) {
  const back = useStepBack();
  const [asking, setAsking] = useState(false);
  if (!canStepBack(state, me)) return null;
  const turn = getRevealTurn(state, me);
  const waiting = turn.kind === 'waiting';
  const stage = waiting ? turn.stage : state.stage;
  const go = () => back.mutate({ matchId: state.match_id, stage }, { onSettled: () => setAsking(false) });
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        loading={back.isPending && !asking}
        onClick={() => (waiting ? go() : setAsking(true))}
      >
        {waiting ? REVEAL_COPY.withdraw : REVEAL_COPY.back}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="Step back a stage?"
        description="This hides what the last stage showed, for both of you, right away. You can unlock it together again later."
        confirmLabel={REVEAL_COPY.back}
        loading={back.isPending}
        onConfirm={go}
      />
    </>
  );
}
