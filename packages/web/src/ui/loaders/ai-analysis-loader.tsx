import { AI_MESSAGE_ROTATION_MS } from '@soulsight/contract/limits';
import { Aura } from '../aura/aura.tsx';
import { WELCOME_AURA } from '../aura/welcome-aura.ts';
import { LOADER_COPY } from './loader.copy.ts';
import { useRotation } from './use-rotation.ts';

/** Shown while a behavioural profile is analysed. */
export function AiAnalysisLoader() {
  const at = useRotation(LOADER_COPY.analysis.length, AI_MESSAGE_ROTATION_MS);
  const message = LOADER_COPY.analysis[at];
  return (
    <div role="status" className="flex flex-col items-center gap-6 py-10 text-center">
      <Aura aura={WELCOME_AURA} size={180} />
      <p key={at} className="display animate-rise text-xl">
        {message}
      </p>
    </div>
  );
}
