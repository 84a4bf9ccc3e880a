import { TIP_ROTATION_MS } from '@soulsight/contract/limits';
import { Aura } from '../aura/aura.tsx';
import { WELCOME_AURA } from '../aura/welcome-aura.ts';
import { LOADER_COPY, TIPS } from './loader.copy.ts';
import { useRotation } from './use-rotation.ts';

export interface FullPageLoaderProps {
  title?: string;
  subtitle?: string;
}

/** Takes the whole page during a long task and shows changing tips. */
export function FullPageLoader({
  title = LOADER_COPY.fullPageTitle,
  subtitle = LOADER_COPY.fullPageSubtitle,
}: FullPageLoaderProps) {
  const at = useRotation(TIPS.length, TIP_ROTATION_MS);
  return (
    <div role="status" className="grid min-h-[80dvh] place-items-center px-6">
      <div className="flex max-w-lg flex-col items-center gap-5 text-center">
        <Aura aura={WELCOME_AURA} size={220} />
        <h2 className="display text-3xl">{title}</h2>
        <p className="text-ink-soft">{subtitle}</p>
        <p key={at} className="mt-4 min-h-14 animate-rise text-sm text-ink-faint">
          {TIPS[at]}
        </p>
      </div>
    </div>
  );
}
