import { TOAST_DEFAULT_MS } from '@soulsight/contract/limits';
import { X } from 'lucide-react';
import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { useTheme } from '../lib/browser/theme.ts';
import { createEmitter } from '../lib/emitter.ts';
import { getErrorMessage } from '../lib/errors/messages.ts';
import { loadToasts, toastsWanted, wantToasts } from '../lib/toast.ts';
import { Button, IconButton } from './button.tsx';
import { lazyPart, type MissingPartProps, RetrySilently } from './lazy-part.tsx';

const Toaster = lazyPart(loadAndClearBar, 'Toaster', MissingToasts);

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
    <>
      <RefreshBar />
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
    </>
  );
}

/** Nobody opens the toasts, so they are tried again by themselves. */
function MissingToasts({ error, tryAgain }: MissingPartProps) {
  useEffect(() => {
    if (error.needsRefresh) bar.open(getErrorMessage(error));
  }, [error]);
  return <RetrySilently error={error} tryAgain={tryAgain} />;
}

/** Outside of what is retried, so that an attempt neither repeats the bar to a screen reader nor takes its focus. */
const bar = createBar();

function createBar() {
  const changes = createEmitter();
  let text: string | null = null;
  let wasClosed = false;
  const show = (next: string | null) => {
    text = next;
    changes.emit();
  };
  return {
    subscribe: changes.subscribe,
    /** What it says; null while it is closed. */
    snapshot: () => text,
    /** Once a user has closed it, it does not open again. */
    open: (message: string) => wasClosed || show(message),
    close() {
      wasClosed = true;
      show(null);
    },
    clear: () => show(null),
  };
}

async function loadAndClearBar(): ReturnType<typeof loadToasts> {
  const [module, { returnFocus }] = await Promise.all([loadToasts(), import('./toast-focus.ts')]);
  returnFocus();
  bar.clear();
  return module;
}

function RefreshBar() {
  const text = useSyncExternalStore(bar.subscribe, bar.snapshot);
  if (text === null) return null;
  return (
    <div
      role="alert"
      className="fixed inset-x-0 top-0 z-50 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-raised px-4 py-2 text-sm text-ink shadow-lg"
    >
      {text}
      <Button size="sm" variant="secondary" onClick={() => window.location.reload()}>
        Refresh
      </Button>
      <IconButton label="Close" onClick={bar.close}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
