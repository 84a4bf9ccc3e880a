import { revealStage } from '@soulsight/contract/reveal-stages';
import { STAGE_APERTURES } from './field.ts';

/** The width of the pupil at a stage, with `progress` (0 to 1) towards the next. */
export function apertureAt(stage: number, progress = 0): number {
  const here = STAGE_APERTURES[revealStage(stage).id];
  const next = STAGE_APERTURES[revealStage(stage + 1).id];
  return here + (next - here) * Math.min(1, Math.max(0, progress)) * 0.5;
}
