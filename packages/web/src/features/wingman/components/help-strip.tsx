import type { WingmanCare } from '@soulsight/contract/wingman';
import { Suspense } from 'react';
import { lazyPart, MissingUnsaid } from '../../../ui/lazy-part.tsx';
import type { HelpLineProps } from './help-line.tsx';

/** Most conversations never have a hard moment. */
const HelpLine = lazyPart(() => import('./help-line.tsx'), 'HelpLine', MissingUnsaid);

export type HelpStripProps = Omit<HelpLineProps, 'help'> & { help: WingmanCare | null };

/** Help in a hard moment, above the message box. Always there, so that screen readers announce what appears in it. */
export function HelpStrip({ help, ...rest }: HelpStripProps) {
  return (
    <div role="status">
      <Suspense>{help && <HelpLine help={help} {...rest} />}</Suspense>
    </div>
  );
}
