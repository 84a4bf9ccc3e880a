/** Returns uniform numbers in [0, 1). */
export type Random = () => number;

const MULTIPLIER = 6364136223846793005n;
const INCREMENT = 1442695040888963407n;

/** A repeatable generator: the high bits of a linear congruential generator (Knuth, MMIX). */
export function seededRandom(seed: number): Random {
  let state = BigInt.asUintN(64, BigInt(seed) * MULTIPLIER + INCREMENT);
  return () => {
    state = BigInt.asUintN(64, state * MULTIPLIER + INCREMENT);
    return Number(state >> 11n) / 2 ** 53;
  };
}

/** A standard normal number. Source: Box & Muller 1958. */
export function randomNormal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** A new array in random order. Source: Fisher & Yates, in Durstenfeld's form, 1964. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const result = [...items];
  for (let n = result.length - 1; n > 0; n--) {
    const k = Math.floor(random() * (n + 1));
    [result[n], result[k]] = [result[k] as T, result[n] as T];
  }
  return result;
}
