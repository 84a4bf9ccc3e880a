const NUL = '\u0000';
const DEPTH_MAX = 32;

function isStorableText(text: string): boolean {
  return !text.includes(NUL) && text.isWellFormed();
}

/** Everything that comes in is walked, and hardly anything is at fault: this walk leaves no rubbish behind. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth > DEPTH_MAX) return false;
  for (const key in value) {
    if (!isStorableText(key) || !isStorable((value as Record<string, unknown>)[key], depth + 1)) return false;
  }
  return true;
}

function pathOfUnstorable(value: unknown, path: string[]): string {
  if (typeof value !== 'object' || value === null || path.length > DEPTH_MAX) return path.join('.');
  for (const [key, child] of Object.entries(value)) {
    if (!isStorableText(key)) return [...path, '?'].join('.');
    if (!isStorable(child, path.length + 1)) return pathOfUnstorable(child, [...path, key]);
  }
  return path.join('.');
}

/**
 * Finds text that PostgreSQL cannot hold (NUL, half a surrogate pair), or nesting too deep to walk.
 * @returns the path of the first such value, joined with dots, or null
 */
export function findUnstorable(value: unknown): string | null {
  return isStorable(value, 0) ? null : pathOfUnstorable(value, []);
}
