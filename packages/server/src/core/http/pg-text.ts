const NUL = '\u0000';
const DEPTH_MAX = 32;

function isPgString(text: string): boolean {
  return !text.includes(NUL) && text.isWellFormed();
}

/** Allocation-free walk; this is a hot path. */
function isPgText(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isPgString(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > DEPTH_MAX) return false;
  for (const key in value) {
    if (!isPgString(key) || !isPgText((value as Record<string, unknown>)[key], depth + 1)) return false;
  }
  return true;
}

function locateInvalidPgText(value: unknown, path: string[]): string {
  if (typeof value !== 'object' || value === null || path.length > DEPTH_MAX) return path.join('.');
  for (const [key, child] of Object.entries(value)) {
    if (!isPgString(key)) return [...path, '?'].join('.');
    if (!isPgText(child, path.length + 1)) return locateInvalidPgText(child, [...path, key]);
  }
  return path.join('.');
}

/**
 * Finds text that PostgreSQL cannot store (NUL, half of a surrogate pair), or nesting deeper than 32 levels.
 * @returns the path of the first such value, joined with dots, or null
 */
export function findInvalidPgText(value: unknown): string | null {
  return isPgText(value, 0) ? null : locateInvalidPgText(value, []);
}
