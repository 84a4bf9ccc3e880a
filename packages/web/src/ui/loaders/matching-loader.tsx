import type { Aura as AuraTraits } from '@soulsight/contract/aura';
import { Aura } from '../aura/aura.tsx';
import { OTHER_AURA, WELCOME_AURA } from '../aura/welcome-aura.ts';
import { LOADER_COPY } from './loader.copy.ts';

export interface MatchingLoaderProps {
  /** The aura of the signed-in user. */
  aura?: AuraTraits;
  message?: string;
}

/** Two auras that circle each other during a search. */
export function MatchingLoader({ aura = WELCOME_AURA, message = LOADER_COPY.matching }: MatchingLoaderProps) {
  return (
    <div role="status" className="flex flex-col items-center gap-8 py-10 text-center">
      <div className="orbit relative size-64">
        <div className="orbit-one absolute inset-0 m-auto size-40">
          <Aura aura={aura} size={160} />
        </div>
        <div className="orbit-two absolute inset-0 m-auto size-40 mix-blend-plus-lighter">
          <Aura aura={OTHER_AURA} size={160} />
        </div>
      </div>
      <p className="display text-xl">{message}</p>
    </div>
  );
}
