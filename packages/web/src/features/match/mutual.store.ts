import { useSyncExternalStore } from 'react';
import { createEmitter } from '../../lib/emitter.ts';

const changes = createEmitter();
const celebrated = new Set<string>();
let current: string | null = null;

/** The match whose mutual moment is on the screen; null for none. */
export function useMutualMoment(): string | null {
  return useSyncExternalStore(changes.add, () => current);
}

/** Shows the moment of a match once, however often it is told of. */
export function celebrate(matchId: string): void {
  if (celebrated.has(matchId)) return;
  celebrated.add(matchId);
  current = matchId;
  changes.emit();
}

export function endCelebration(): void {
  current = null;
  changes.emit();
}
