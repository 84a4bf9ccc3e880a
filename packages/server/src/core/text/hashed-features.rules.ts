/** The buckets of a text, and the value of each. */
export type Features = { buckets: Int32Array; values: Float32Array };

/** The same features with values whose squares add up to 1. */
export function toUnitLength({ buckets, values }: Features): Features {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
  return { buckets, values: values.map((value) => value / length) };
}

/** Collects features by their names, hashed into `buckets` buckets (Weinberger et al. 2009). Of several in one bucket the largest value counts. */
export function createFeatureList(buckets: number) {
  const found = new Map<number, number>();
  return {
    add(feature: string, value = 1): void {
      const bucket = hashFeature(feature) % buckets;
      found.set(bucket, Math.max(value, found.get(bucket) ?? 0));
    },
    toFeatures: (): Features => ({
      buckets: Int32Array.from(found.keys()),
      values: Float32Array.from(found.values()),
    }),
  };
}

/** The n-grams of a word's characters (Cavnar & Trenkle 1994), of `from` to `to` characters. */
export function* listGrams(word: string, { from, to }: { from: number; to: number }): Generator<string> {
  const chars = [...word];
  for (let size = from; size <= to; size += 1)
    for (let at = 0; at + size <= chars.length; at += 1) yield chars.slice(at, at + size).join('');
}

/** FNV-1a, folded. */
function hashFeature(feature: string): number {
  let hash = 0x811c9dc5;
  for (let n = 0; n < feature.length; n += 1) hash = Math.imul(hash ^ feature.charCodeAt(n), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
