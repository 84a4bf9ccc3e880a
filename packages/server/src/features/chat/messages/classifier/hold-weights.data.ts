import { createModelLoader } from '../../../../core/text/linear-model-file.ts';

/** What a first message is: harmless, or with contact data or a link, or about money. */
export const KINDS = ['harmless', 'contact', 'money'] as const;
export type Kind = (typeof KINDS)[number];

export const HOLD_WEIGHTS = new URL('./hold-weights.bin', import.meta.url);

/** The committed weights, one for each kind. `trainedOn` is the hash of the concepts and the filter's own examples. */
export const loadHoldModel = createModelLoader(HOLD_WEIGHTS);
