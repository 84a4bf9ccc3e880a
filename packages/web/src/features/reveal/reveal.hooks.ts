import type { RevealState } from '@soulsight/contract/reveal';
import { LAST_REVEAL_STAGE } from '@soulsight/contract/reveal-stages';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { invalidateRoots } from '../../lib/api/query-keys.ts';
import { DATA_ERRORS } from '../../lib/errors/catalogue.ts';
import { reportDataFailure } from '../../lib/errors/report-failure.ts';
import { clearPhotoCache } from '../../lib/photos/photo-cache.ts';
import { acceptReveal, askReveal, declineReveal, revealQuery, type StageCall, stepBack } from './reveal.api.ts';

export function useReveal(matchId: string, enabled = true) {
  return useQuery({ ...revealQuery(matchId), enabled });
}

/** A mutation of the reveal. Matches and conversations show the stage too, so they are refetched. */
function useRevealStep(step: (call: StageCall) => Promise<RevealState>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: step,
    onSuccess: (state, { matchId }) => client.setQueryData(revealQuery(matchId).queryKey, state),
    onError: (error, call, result, context) => {
      const { matchId } = call;
      reportDataFailure(DATA_ERRORS.revealNetwork)(error, call, result, context);
      void client.invalidateQueries(revealQuery(matchId));
    },
    // Not awaited: a slow answer would hold the button, and the dialog that closes when it is settled.
    onSettled: () => void invalidateRoots(client, 'match', 'chat'),
  });
}

export const useAskReveal = () => useRevealStep(askReveal);
export const useAcceptReveal = () => useRevealStep(acceptReveal);
export const useDeclineReveal = () => useRevealStep(declineReveal);
export const useStepBack = () => useRevealStep(stepBack);

/** How long the animation of an opening stage lasts. */
const OPENING_MS = 5_400;

/** The stage that has just opened, while its animation runs; null otherwise. Clears cached photos after a step back. */
export function useOpening(stage: number | undefined): number | null {
  const before = useRef(stage);
  const [opening, setOpening] = useState<number | null>(null);
  useEffect(() => {
    const was = before.current;
    before.current = stage;
    if (was === undefined || stage === undefined || stage === was) return;
    if (stage < was) {
      clearPhotoCache();
      setOpening(null);
      return;
    }
    setOpening(Math.min(LAST_REVEAL_STAGE, stage));
  }, [stage]);
  useEffect(() => {
    if (opening === null) return;
    const timer = setTimeout(() => setOpening(null), OPENING_MS);
    return () => clearTimeout(timer);
  }, [opening]);
  return opening;
}
