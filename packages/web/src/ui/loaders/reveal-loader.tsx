import type { Aura as AuraTraits } from '@soulsight/contract/aura';
import { REVEAL_PROGRESS_STEP_MS } from '@soulsight/contract/limits';
import { Aura } from '../aura/aura.tsx';
import { WELCOME_AURA } from '../aura/welcome-aura.ts';
import { LOADER_COPY } from './loader.copy.ts';
import { useRotation } from './use-rotation.ts';

/** From 0 to 100, repeated. */
const STEPS = 101;

/** Shown while a photo is revealed: the pupil opens as the percentage rises. */
export function RevealLoader({ aura = WELCOME_AURA }: { aura?: AuraTraits }) {
  const percent = useRotation(STEPS, REVEAL_PROGRESS_STEP_MS);
  return (
    <div role="status" aria-label={LOADER_COPY.reveal} className="flex flex-col items-center gap-5 py-10 text-center">
      <Aura aura={aura} size={200} stage={Math.floor(percent / 25)} progress={(percent % 25) / 25} />
      <p aria-hidden className="display text-2xl tabular-nums">
        {percent}%
      </p>
      <p className="text-sm text-ink-soft">{LOADER_COPY.reveal}</p>
    </div>
  );
}
