import { useSyncExternalStore } from 'react';
import { createEmitter } from '../../lib/emitter.ts';

const changes = createEmitter();
let isOpen = false;

/** Whether the quick navigation is open. */
export function usePaletteOpen(): boolean {
  return useSyncExternalStore(changes.subscribe, () => isOpen);
}

export function openPalette(): void {
  setOpen(true);
}

export function closePalette(): void {
  setOpen(false);
}

export function togglePalette(): void {
  setOpen(!isOpen);
}

function setOpen(next: boolean): void {
  isOpen = next;
  changes.emit();
}
