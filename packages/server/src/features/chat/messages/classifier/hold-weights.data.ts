import { readFileSync } from 'node:fs';

/** What a first message is: harmless, or with contact data or a link, or about money. */
export const KINDS = ['harmless', 'contact', 'money'] as const;
export type Kind = (typeof KINDS)[number];

/** Weights of a multinomial logistic regression: for each bucket of the features one weight for each kind. */
export type HoldModel = {
  /** In units of `scales`, by bucket and then by kind. */
  weights: Int8Array | Float32Array;
  scales: Float32Array;
};
/** What the file says of itself. */
export type HoldHeader = {
  /** SHA-256 of the concepts and the filter's own examples that it was trained with. */
  trainedOn: string;
  scales: number[];
};

export const HOLD_WEIGHTS = new URL('./hold-weights.bin', import.meta.url);
const NEWLINE = 10;

let loaded: (HoldModel & { header: HoldHeader }) | null = null;

/** The committed weights, read at their first use: a line of JSON and one byte for each weight. */
export function loadHoldModel(): HoldModel & { header: HoldHeader } {
  if (!loaded) {
    const file = readFileSync(HOLD_WEIGHTS);
    const end = file.indexOf(NEWLINE);
    const header = JSON.parse(file.toString('utf8', 0, end)) as HoldHeader;
    loaded = { header, scales: Float32Array.from(header.scales), weights: new Int8Array(file.subarray(end + 1)) };
  }
  return loaded;
}
