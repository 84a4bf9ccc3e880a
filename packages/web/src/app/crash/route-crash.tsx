import { useEffect } from 'react';
import { useRouteError } from 'react-router';
import { isApiError } from '../../lib/api/api-error.ts';
import { globalErrors } from '../../lib/errors/global-errors.ts';
import { ChunkLoadError } from '../router/lazy-screen.ts';
import { ConnectionLostScreen, OopsScreen } from './crash-screens.tsx';

/** Whether a crash came from the network rather than from our code. */
function isConnectionCrash(error: unknown): boolean {
  return error instanceof ChunkLoadError || (isApiError(error) && error.status === 0);
}

/** What is shown in place of a screen that crashed. */
export function RouteCrash() {
  const error = useRouteError();
  useEffect(() => {
    globalErrors.capture(error, { shown: true });
  }, [error]);
  if (isConnectionCrash(error)) return <ConnectionLostScreen />;
  return <OopsScreen onRetry={() => window.location.reload()} />;
}
