import { type ComponentType, StrictMode } from 'react';
import { PathnameContext } from '../../lib/browser/pathname.ts';
import { SessionContext } from '../../lib/session/session.ts';
import { BrowserPart } from '../../ui/browser-part.tsx';
import { ToastArea } from '../../ui/toast-area.tsx';
import { Footer } from '../shell/footer.tsx';
import { Frame } from '../shell/frame.tsx';
import { VisitorHeader } from '../shell/visitor-header.tsx';

const VISITOR = { session: { status: 'signed_out' }, signOut: async () => {} } as const;

export interface VisitorAppProps {
  Screen: ComponentType;
  pathname: string;
  /** Shown only until the whole application takes its place: what is typed would be lost. */
  isShell?: boolean;
}

/** One public page, as a signed-out visitor sees it. Rendered in the browser, and when the pages are prerendered. */
export function VisitorApp({ Screen, pathname, isShell = false }: VisitorAppProps) {
  return (
    <StrictMode>
      <SessionContext value={VISITOR}>
        <PathnameContext value={pathname}>
          <Frame top={<VisitorHeader />} bottom={<Footer hasFields={!isShell} />}>
            <Screen />
          </Frame>
          <BrowserPart placeholder={null}>
            <ToastArea />
          </BrowserPart>
        </PathnameContext>
      </SessionContext>
    </StrictMode>
  );
}
