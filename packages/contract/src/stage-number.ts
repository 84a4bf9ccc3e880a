import { z } from 'zod';
import { LAST_REVEAL_STAGE } from './reveal-stages.ts';

/** The number of a reveal stage, from 0. */
export const stageNumberSchema = z.number().int().min(0).max(LAST_REVEAL_STAGE);
