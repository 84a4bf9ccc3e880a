import { takeStarted } from './started.ts';

/** How long startup waits for the server. */
const HEALTH_TIMEOUT_MS = 8_000;

export interface Health {
  ok: boolean;
  /** Milliseconds until the response; null without a response. */
  latencyMs: number | null;
  /** The state of each component that the server reports. */
  parts: { name: string; ok: boolean }[];
}

/** Whether the server is reachable and healthy. */
export async function checkHealth(timeoutMs = HEALTH_TIMEOUT_MS): Promise<boolean> {
  return (await readHealth(timeoutMs)).ok;
}

/** Reads the server's health. Never throws; an unreachable server is not healthy. */
export async function readHealth(timeoutMs = HEALTH_TIMEOUT_MS): Promise<Health> {
  const startedAt = performance.now();
  try {
    // The page starts this request before its scripts load; if that failed, repeat it here.
    const started = await takeStarted('/health')?.catch(() => null);
    const request = { signal: AbortSignal.timeout(timeoutMs), cache: 'no-store' } as const;
    const response = started ?? (await fetch('/health', request));
    const body: unknown = await response.json().catch(() => null);
    return { ok: response.ok, latencyMs: performance.now() - startedAt, parts: parseParts(body) };
  } catch {
    return { ok: false, latencyMs: null, parts: [] };
  }
}

const STATES: Readonly<Record<string, boolean>> = {
  ok: true,
  up: true,
  true: true,
  down: false,
  failed: false,
  error: false,
  false: false,
};

/** The components in a response such as `{status: 'ok', database: 'ok'}`. */
function parseParts(body: unknown): Health['parts'] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, state]) => {
    const ok = STATES[String(state)];
    return name === 'status' || ok === undefined ? [] : [{ name, ok }];
  });
}
