import { API_ORIGIN } from './env.ts';

/** How long the start waits for the server. */
const HEALTH_TIMEOUT_MS = 8_000;

export interface Health {
  ok: boolean;
  /** Milliseconds from asking to the answer; null without an answer. */
  latencyMs: number | null;
  /** What the server says of its parts, each by its name. */
  parts: { name: string; ok: boolean }[];
}

/** True when the server answers that it is well, false when it is not or cannot be reached. */
export async function checkHealth(timeoutMs = HEALTH_TIMEOUT_MS): Promise<boolean> {
  return (await readHealth(timeoutMs)).ok;
}

/** Asks the server how it is. Never throws: not to be reached is an answer too. */
export async function readHealth(timeoutMs = HEALTH_TIMEOUT_MS): Promise<Health> {
  const startedAt = performance.now();
  try {
    const response = await fetch(`${API_ORIGIN}/health`, { signal: AbortSignal.timeout(timeoutMs), cache: 'no-store' });
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

/** The parts that the answer names beside its own status, as `{status: 'ok', database: 'ok'}`. */
function parseParts(body: unknown): Health['parts'] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, state]) => {
    const ok = STATES[String(state)];
    return name === 'status' || ok === undefined ? [] : [{ name, ok }];
  });
}
