import { useSyncExternalStore } from 'react';
import { whenIdle } from '../browser/when-idle.ts';

/** After this long without input, what only decorates the page stops moving. */
export const REST_AFTER_MS = 8_000;
/** On battery and at most this full, the page always rests. */
const LOW_BATTERY = 0.2;
const INPUTS = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'scroll', 'touchstart', 'focus'] as const;

/** Only in Chromium, and not in TypeScript's library. */
interface Battery extends EventTarget {
  readonly charging: boolean;
  readonly level: number;
}
interface PowerNavigator {
  getBattery?: () => Promise<Battery>;
  connection?: { saveData?: boolean };
}

const listeners = new Set<() => void>();
let resting = false;
let saving = false;
let lastInput = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let stopWatching: (() => void) | undefined;

function update(next: boolean): void {
  if (next === resting) return;
  resting = next;
  for (const listener of listeners) listener();
}

function onInput(): void {
  lastInput = performance.now();
  if (saving) return;
  update(false);
  timer ??= setTimeout(checkRest, REST_AFTER_MS);
}

/** One timer for any number of inputs: it runs again for what is left since the last. */
function checkRest(): void {
  const left = lastInput + REST_AFTER_MS - performance.now();
  timer = left > 0 ? setTimeout(checkRest, left) : undefined;
  if (left <= 0) update(true);
}

function watch(): () => void {
  const end = new AbortController();
  const { signal } = end;
  for (const input of INPUTS) window.addEventListener(input, onInput, { passive: true, capture: true, signal });
  document.addEventListener('visibilitychange', onInput, { signal });
  onInput();
  const cancel = whenIdle(() => void watchPower(signal));
  return () => {
    cancel();
    end.abort();
    clearTimeout(timer);
    timer = undefined;
  };
}

async function watchPower(signal: AbortSignal): Promise<void> {
  const { connection, getBattery } = navigator as PowerNavigator;
  setSaving(connection?.saveData === true);
  const battery = await getBattery?.call(navigator).catch(() => undefined);
  // The browser's battery is one object for the life of the page: what listens to it would never be freed.
  if (!battery || signal.aborted) return;
  const check = () => setSaving(connection?.saveData === true || (!battery.charging && battery.level <= LOW_BATTERY));
  check();
  for (const event of ['chargingchange', 'levelchange']) battery.addEventListener(event, check, { signal });
}

function setSaving(next: boolean): void {
  if (next === saving) return;
  saving = next;
  if (saving) update(true);
  else onInput();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) stopWatching = watch();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stopWatching?.();
  };
}

const noSubscription = () => () => {};

/**
 * Whether the page rests: nobody has used it for REST_AFTER_MS, or the device saves its battery or data.
 * @param isWanted false if nothing moves: it then always rests, and no input renders it again
 */
export function useResting(isWanted = true): boolean {
  return useSyncExternalStore(
    isWanted ? subscribe : noSubscription,
    () => !isWanted || resting,
    () => true,
  );
}
