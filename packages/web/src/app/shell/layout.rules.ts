/** Pages on which even a signed-in person sees no header, tabs and quick navigation. */
const WITHOUT_CHROME: ReadonlySet<string> = new Set(['/', '/login', '/register', '/verify-email', '/reset-password']);
/** Pages of the application itself; the footer stands on the public ones. */
const APP_PAGES = [
  '/dashboard',
  '/matching',
  '/chat',
  '/profile',
  '/subscription',
  '/upgrade',
  '/settings',
  '/reveal',
  '/notifications',
  '/moderation',
];
/** Pages that take the whole window. */
const FULL_HEIGHT = ['/chat'];

function normal(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}

function isBelow(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(`${root}/`));
}

export function showsChrome(path: string, signedIn: boolean): boolean {
  return signedIn && !WITHOUT_CHROME.has(normal(path));
}

/** The footer: on the landing page for everyone, on login and register for the signed-out, and on the pages of text. */
export function showsFooter(path: string, signedIn: boolean): boolean {
  const page = normal(path);
  if (page === '/') return true;
  if (page === '/login' || page === '/register') return !signedIn;
  return !isBelow(page, APP_PAGES) && !WITHOUT_CHROME.has(page);
}

/** A conversation is open: its newest message and the box to write in are at the bottom. */
export function isConversation(path: string): boolean {
  return normal(path).startsWith('/chat/');
}

export function isFullHeight(path: string): boolean {
  return isBelow(normal(path), FULL_HEIGHT);
}
