import { useSyncExternalStore } from 'react';
import { createEmitter } from '../../lib/emitter.ts';

const changes = createEmitter();
const shownMatchIds = new Set<string>();
let current: string | null = null;

/** The match whose mutual moment is on the screen; null for none. */
export function useMutualMatchId(): string | null {
  return useSyncExternalStore(changes.subscribe, () => current);
}

/** Shows the moment of a match once, however often it is told of. */
export function showMutualMatch(matchId: string): void {
  if (shownMatchIds.has(matchId)) return;
  shownMatchIds.add(matchId);
  current = matchId;
  changes.emit();
}

export function closeMutualMatch(): void {
  current = null;
  changes.emit();
}
