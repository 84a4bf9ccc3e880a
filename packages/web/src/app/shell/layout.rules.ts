import { matchPath } from 'react-router';
import { findPage, PAGES, routePattern } from '../../lib/paths.ts';

/** Whether the page has the header, the tabs and the quick navigation. "Page Not Found" has them, too. */
export function showsShell(path: string, signedIn: boolean): boolean {
  return signedIn && (findPage(path)?.shell ?? true);
}

export function showsFooter(path: string, signedIn: boolean): boolean {
  const footer = findPage(path)?.footer ?? 'always';
  return footer === 'always' || (footer === 'signed_out' && !signedIn);
}

/** Whether a conversation is open: its newest message and the message box are at the bottom. */
export function isConversation(path: string): boolean {
  return Boolean(matchPath(routePattern(PAGES.chat), path)?.params.conversationId);
}

export function isFullHeight(path: string): boolean {
  return findPage(path)?.fullHeight ?? false;
}
