import type { WingmanCare } from '@soulsight/contract/wingman';
import { Suspense, useEffect } from 'react';
import { whenIdle } from '../../../lib/browser/when-idle.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart, type MissingPartProps } from '../../../ui/lazy-part.tsx';
import type { HelpLineProps } from './help-line.tsx';

const loadLine = () => import('./help-line.tsx');
/** Most conversations never have a hard moment. */
const HelpLine = lazyPart(loadLine, 'HelpLine', MissingHelp);

export type HelpStripProps = Omit<HelpLineProps, 'help'> & { help: WingmanCare | null };

/** Help in a hard moment, above the message box. Always there, so that screen readers announce what appears in it. */
export function HelpStrip({ help, ...rest }: HelpStripProps) {
  // A hard moment must not wait for a script, or for a connection.
  useEffect(() => whenIdle(() => void loadLine().catch(() => {})), []);
  return (
    <div role="status">
      <Suspense>{help && <HelpLine help={help} {...rest} />}</Suspense>
    </div>
  );
}

/** Where its script cannot be loaded. A connection that comes back loads it. */
function MissingHelp({ error, onRetry, tryAgain }: MissingPartProps) {
  useEffect(() => {
    window.addEventListener('online', tryAgain);
    return () => window.removeEventListener('online', tryAgain);
  }, [tryAgain]);
  return (
    <div className="mx-auto flex w-full max-w-3xl items-center gap-2 border-t border-line py-1 pr-1 pl-4 sm:px-6">
      <p className="min-w-0 flex-1 text-sm text-ink-soft">Help for this conversation couldn't be loaded.</p>
      <Button variant="secondary" size="sm" onClick={onRetry}>
        {error.needsRefresh ? 'Refresh' : 'Retry'}
      </Button>
    </div>
  );
}
