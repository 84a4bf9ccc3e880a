import { useSyncExternalStore } from 'react';
import { createEmitter } from '../../lib/emitter.ts';

const changes = createEmitter();
const shownMatchIds = new Set<string>();
let current: string | null = null;

/** The match that the mutual match dialog shows; null if it is closed. */
export function useMutualMatchId(): string | null {
  return useSyncExternalStore(changes.subscribe, () => current);
}

/** Opens the dialog, at most once per match. */
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
