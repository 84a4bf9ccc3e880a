import { useEffect } from 'react';
import { isApiError } from '../../lib/api/api-error.ts';
import { ChunkLoadError } from '../../lib/errors/chunk-load.ts';
import { globalErrors } from '../../lib/errors/global-errors.ts';
import { ConnectionLostScreen, OopsScreen } from './crash-screens.tsx';

/** Whether a crash was caused by the network rather than by our code. */
function isConnectionCrash(error: unknown): boolean {
  return error instanceof ChunkLoadError || (isApiError(error) && error.status === 0);
}

/** Replaces a screen that crashed. */
export function RouteCrash({ error, inFrame }: { error: unknown; inFrame: boolean }) {
  useEffect(() => {
    globalErrors.capture(error, { shown: true });
  }, [error]);
  if (isConnectionCrash(error)) return <ConnectionLostScreen inFrame={inFrame} />;
  return <OopsScreen onRetry={() => window.location.reload()} inFrame={inFrame} />;
}
