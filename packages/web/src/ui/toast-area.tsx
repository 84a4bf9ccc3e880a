import { TOAST_DEFAULT_MS } from '@soulsight/contract/limits';
import { Toaster } from 'sonner';
import { useTheme } from '../lib/browser/theme.ts';

/** The area for toasts: at the top right, below the header. */
export function ToastArea() {
  const { theme } = useTheme();
  return (
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
  );
}
