const NUL = '\u0000';
const DEPTH_MAX = 32;

function isStorableText(text: string): boolean {
  return !text.includes(NUL) && text.isWellFormed();
}

/**
 * Finds text that PostgreSQL cannot hold (NUL, half a surrogate pair), or nesting too deep to walk.
 * @returns the path of the first such value, joined with dots, or null
 */
export function findUnstorable(value: unknown, path: string[] = []): string | null {
  if (typeof value === 'string') return isStorableText(value) ? null : path.join('.');
  if (typeof value !== 'object' || value === null) return null;
  if (path.length > DEPTH_MAX) return path.join('.');
  for (const [key, child] of Object.entries(value)) {
    if (!isStorableText(key)) return [...path, '?'].join('.');
    const found = findUnstorable(child, [...path, key]);
    if (found !== null) return found;
  }
  return null;
}
