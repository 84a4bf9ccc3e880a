import { useSyncExternalStore } from 'react';
import { readStored, STORAGE_KEYS, writeStored } from './storage.ts';

/**
 * Whether auras move: `auto` where the device draws them without effort and only while somebody uses the page, `always`, or
 * never.
 */
export type AuraMotion = 'auto' | 'always' | 'still';

const listeners = new Set<() => void>();

/** The stored choice; `auto` by default. */
export function readAuraMotion(): AuraMotion {
  const stored = readStored(STORAGE_KEYS.auraMotion);
  return stored === 'always' || stored === 'still' ? stored : 'auto';
}

export function setAuraMotion(motion: AuraMotion): void {
  writeStored(STORAGE_KEYS.auraMotion, motion);
  for (const listener of listeners) listener();
}

/** Calls the listener at each change; returns a function that stops it. */
export function subscribeToAuraMotion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useAuraMotion(): AuraMotion {
  return useSyncExternalStore(subscribeToAuraMotion, readAuraMotion, readAuraMotion);
}
