import { TOAST_DEFAULT_MS } from '@soulsight/contract/limits';
import { X } from 'lucide-react';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useTheme } from '../lib/browser/theme.ts';
import { getErrorMessage } from '../lib/errors/messages.ts';
import { loadToasts, toastsWanted, wantToasts } from '../lib/toast.ts';
import { Button, IconButton } from './button.tsx';
import { lazyPart, type MissingPartProps, MissingUnsaid } from './lazy-part.tsx';

const Toaster = lazyPart(loadToasts, 'Toaster', MissingToasts);

/** Loaded by then even without a toast: the first one may say that there is no network. The page is left to start first. */
const READY_AFTER_MS = 4_000;

/** The area for toasts: at the top right, below the header. */
export function ToastArea() {
  const { theme } = useTheme();
  const areWanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.snapshot);
  useEffect(() => {
    const timer = setTimeout(wantToasts, READY_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Suspense>
      {areWanted && (
        <Toaster
          position="top-right"
          theme={theme}
          duration={TOAST_DEFAULT_MS}
          visibleToasts={4}
          expand
          closeButton
          offset={{ top: 'calc(4.75rem + env(safe-area-inset-top))', right: '1rem' }}
          mobileOffset={{ top: 'calc(4.5rem + env(safe-area-inset-top))', left: '0.75rem', right: '0.75rem' }}
          toastOptions={{ className: 'toast' }}
        />
      )}
    </Suspense>
  );
}

/** Nobody opens the toasts, so they are tried again by themselves. */
function MissingToasts({ error, onRetry, tryAgain }: MissingPartProps) {
  return (
    <>
      <MissingUnsaid error={error} tryAgain={tryAgain} />
      {error.needsRefresh && <RefreshBar error={error} onRefresh={onRetry} />}
    </>
  );
}

/** It comes again with each attempt; the user has closed it for good. */
let isBarClosed = false;

function RefreshBar({ error, onRefresh }: { error: unknown; onRefresh: () => void }) {
  const [isClosed, setClosed] = useState(isBarClosed);
  if (isClosed) return null;
  const close = () => {
    isBarClosed = true;
    setClosed(true);
  };
  return (
    <div
      role="alert"
      className="fixed inset-x-0 top-0 z-50 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-raised px-4 py-2 text-sm text-ink shadow-lg"
    >
      {getErrorMessage(error)}
      <Button size="sm" variant="secondary" onClick={onRefresh}>
        Refresh
      </Button>
      <IconButton label="Close" onClick={close}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
