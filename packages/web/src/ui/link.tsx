import type { ComponentProps, MouseEvent } from 'react';
import { navigateTo } from '../lib/browser/navigation.ts';

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this application, with its query string and anchor. */
  to: string;
}

/** A link to a page of this application. Without a router, it loads the page as a document. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    if (event.defaultPrevented || isForBrowser(event) || rest.target) return;
    event.preventDefault();
    navigateTo(to);
  }
  return <a {...rest} href={to} onClick={follow} />;
}

/** The visitor wants a new tab or window, or the context menu. */
function isForBrowser({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || altKey || ctrlKey || shiftKey;
}
