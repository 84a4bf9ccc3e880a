import { readFileSync } from 'node:fs';
import type { Situation } from './situations.data.ts';

/** Weights of a multinomial logistic regression: for each bucket of the features one weight for each act. */
export type ActModel = {
  /** In units of `scales`, by bucket and then by act. */
  weights: Int8Array | Float32Array;
  scales: Float32Array;
};
/** What the file says of itself. */
export type ActHeader = {
  /** SHA-256 of the examples and the concepts that it was trained with. */
  trainedOn: string;
  scales: number[];
  /** The likelihood from which a message counts as the situation; null where none is certain enough. */
  thresholds: Record<Situation, number | null>;
};

export const ACT_WEIGHTS = new URL('./act-weights.bin', import.meta.url);
const NEWLINE = 10;

let loaded: (ActModel & { header: ActHeader }) | null = null;

/** The committed weights, read at their first use: a line of JSON and one byte for each weight. */
export function loadActModel(): ActModel & { header: ActHeader } {
  if (!loaded) {
    const file = readFileSync(ACT_WEIGHTS);
    const end = file.indexOf(NEWLINE);
    const header = JSON.parse(file.toString('utf8', 0, end)) as ActHeader;
    loaded = { header, scales: Float32Array.from(header.scales), weights: new Int8Array(file.subarray(end + 1)) };
  }
  return loaded;
}
