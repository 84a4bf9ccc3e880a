/** Pages on which even a signed-in person sees no header, tabs and quick navigation. */
const PAGES_WITHOUT_SHELL: ReadonlySet<string> = new Set([
  '/',
  '/login',
  '/register',
  '/verify-email',
  '/reset-password',
]);
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
const FULL_HEIGHT_PAGES = ['/chat'];

function normalizePath(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path;
}

function isUnder(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(`${root}/`));
}

export function showsShell(path: string, signedIn: boolean): boolean {
  return signedIn && !PAGES_WITHOUT_SHELL.has(normalizePath(path));
}

/** The footer: on the landing page for everyone, on login and register for the signed-out, and on the pages of text. */
export function showsFooter(path: string, signedIn: boolean): boolean {
  const page = normalizePath(path);
  if (page === '/') return true;
  if (page === '/login' || page === '/register') return !signedIn;
  return !isUnder(page, APP_PAGES) && !PAGES_WITHOUT_SHELL.has(page);
}

/** A conversation is open: its newest message and the box to write in are at the bottom. */
export function isConversation(path: string): boolean {
  return normalizePath(path).startsWith('/chat/');
}

export function isFullHeight(path: string): boolean {
  return isUnder(normalizePath(path), FULL_HEIGHT_PAGES);
}
