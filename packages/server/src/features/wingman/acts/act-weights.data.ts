import { createModelLoader, type ModelHeader } from '../../../core/text/linear-model-file.ts';
import type { Situation } from './situations.data.ts';

/** `trainedOn` is the hash of the examples and the concepts. */
export interface ActHeader extends ModelHeader {
  /** The likelihood from which a message counts as the situation; null if none is certain enough. */
  thresholds: Record<Situation, number | null>;
}

export const ACT_WEIGHTS = new URL('./act-weights.bin', import.meta.url);

/** The committed weights, one for each act. */
export const loadActModel = createModelLoader<ActHeader>(ACT_WEIGHTS);
