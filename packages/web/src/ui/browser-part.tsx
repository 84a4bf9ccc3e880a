import { type ReactNode, Suspense } from 'react';
import { useBrowserValue } from '../lib/hooks/use-browser-value.ts';

const inBrowser = () => true;

/** A part of a prerendered page that only a browser can show, such as what is measured there; the placeholder takes its place until then. */
export function BrowserPart({ placeholder, children }: { placeholder: ReactNode; children: ReactNode }) {
  const isShown = useBrowserValue(inBrowser, false);
  return isShown ? <Suspense fallback={placeholder}>{children}</Suspense> : placeholder;
}
