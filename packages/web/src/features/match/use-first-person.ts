import type { Match } from '@soulsight/contract/match';
import { useEffect } from 'react';
import { useFindMatch, useMatches } from './match.hooks.ts';
import { sortMatches } from './match.rules.ts';

/**
 * The first person for a newcomer: a suggestion that waits already, or the one that is found now.
 * @param enabled whether the user may be introduced
 */
export function useFirstPerson(enabled: boolean): { match: Match | null; error: unknown } {
  const matches = useMatches(enabled);
  const { data: found, error, isIdle, mutate } = useFindMatch();
  const waiting = sortMatches(matches.data?.matches ?? []).suggested;
  const mustFind = matches.data !== undefined && !waiting && isIdle;
  useEffect(() => {
    if (mustFind) mutate();
  }, [mustFind, mutate]);
  return { match: waiting ?? found ?? null, error: error ?? matches.error };
}
