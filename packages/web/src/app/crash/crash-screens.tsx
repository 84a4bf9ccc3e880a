import { cx } from 'class-variance-authority';
import { PATHS } from '../../lib/paths.ts';
import { Mark } from '../../ui/brand.tsx';
import { Button } from '../../ui/button.tsx';

interface InFrame {
  /** It takes the place of a screen, below the header; otherwise it is the whole page. */
  inFrame?: boolean | undefined;
}

interface CrashProps extends InFrame {
  title: string;
  children: string;
  action: string;
  onAction: () => void;
}

function CrashScreen({ title, children, action, onAction, inFrame }: CrashProps) {
  // The frame has the page's only main element.
  const Whole = inFrame ? 'div' : 'main';
  return (
    <Whole role="alert" className={cx('grid place-items-center bg-bg px-6', inFrame ? 'flex-1 py-12' : 'min-h-dvh')}>
      <div className="flex max-w-md flex-col items-center gap-5 text-center">
        <Mark size={64} className="opacity-60 grayscale" />
        <h1 className="display text-3xl">{title}</h1>
        <p className="text-ink-soft">{children}</p>
        <Button onClick={onAction}>{action}</Button>
      </div>
    </Whole>
  );
}

export function OopsScreen({ onRetry, inFrame }: InFrame & { onRetry: () => void }) {
  return (
    <CrashScreen title="Oops! Something went wrong" action="Try Again" onAction={onRetry} inFrame={inFrame}>
      Sorry, this is our fault. Nothing you sent is lost.
    </CrashScreen>
  );
}

export function ConnectionLostScreen({
  onReconnect = () => window.location.assign(PATHS.landing),
  inFrame,
}: InFrame & {
  onReconnect?: () => void;
}) {
  return (
    <CrashScreen title="Connection Lost" action="Reconnect" onAction={onReconnect} inFrame={inFrame}>
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
