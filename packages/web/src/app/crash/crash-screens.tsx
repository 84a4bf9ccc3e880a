import { PATHS } from '../../lib/paths.ts';
import { Mark } from '../../ui/brand.tsx';
import { Button } from '../../ui/button.tsx';

interface CrashProps {
  title: string;
  children: string;
  action: string;
  onAction: () => void;
}

function CrashScreen({ title, children, action, onAction }: CrashProps) {
  return (
    <main role="alert" className="grid min-h-dvh place-items-center bg-bg px-6">
      <div className="flex max-w-md flex-col items-center gap-5 text-center">
        <Mark size={64} className="opacity-60 grayscale" />
        <h1 className="display text-3xl">{title}</h1>
        <p className="text-ink-soft">{children}</p>
        <Button onClick={onAction}>{action}</Button>
      </div>
    </main>
  );
}

export function OopsScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <CrashScreen title="Oops! Something went wrong" action="Try Again" onAction={onRetry}>
      Sorry, this is our fault. Nothing you sent is lost.
    </CrashScreen>
  );
}

export function ConnectionLostScreen({
  onReconnect = () => window.location.assign(PATHS.landing),
}: {
  onReconnect?: () => void;
}) {
  return (
    <CrashScreen title="Connection Lost" action="Reconnect" onAction={onReconnect}>
      Part of the page couldn't be loaded. Check your connection and try again.
    </CrashScreen>
  );
}

export function UnableToConnectScreen({
  message,
  onRetry = () => window.location.reload(),
}: {
  message: string;
  onRetry?: () => void;
}) {
  return (
    <CrashScreen title="Unable to Connect" action="Try Again" onAction={onRetry}>
      {message}
    </CrashScreen>
  );
}
