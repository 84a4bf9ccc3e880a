const SQRT_2_PI = Math.sqrt(2 * Math.PI);
const TAIL = 8;
const BISECTIONS = 80;

/**
 * Standard normal distribution function, by the Taylor series about zero.
 * Source: Marsaglia, "Evaluating the normal distribution", J. Stat. Software 11(4), 2004.
 */
export function normalCdf(x: number): number {
  if (x <= -TAIL) return 0;
  if (x >= TAIL) return 1;
  let term = x;
  let sum = x;
  for (let n = 3; Math.abs(term) > 1e-18 && n < 400; n += 2) {
    term *= (x * x) / n;
    sum += term;
  }
  const p = 0.5 + (sum * Math.exp((-x * x) / 2)) / SQRT_2_PI;
  return Math.min(1, Math.max(0, p));
}

/** Inverse of `normalCdf` by bisection, limited to -8 and 8. */
export function normalQuantile(p: number): number {
  let low = -TAIL;
  let high = TAIL;
  for (let i = 0; i < BISECTIONS; i++) {
    const middle = (low + high) / 2;
    if (normalCdf(middle) < p) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The logistic function, without overflow for any finite number. */
export function sigmoid(s: number): number {
  if (s >= 0) return 1 / (1 + Math.exp(-s));
  const e = Math.exp(s);
  return e / (1 + e);
}

/** log(sigmoid(s)), exact in both tails. */
export function logSigmoid(s: number): number {
  return s >= 0 ? -Math.log1p(Math.exp(-s)) : s - Math.log1p(Math.exp(s));
}

export function clamp(x: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, x));
}
