/** Pages without header, tabs and quick navigation, even for signed-in users. */
const PAGES_WITHOUT_SHELL: ReadonlySet<string> = new Set([
  '/',
  '/login',
  '/register',
  '/verify-email',
  '/reset-password',
]);
/** Pages of the application itself; the footer is only on public pages. */
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
/** Pages that take the full height of the window. */
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

/** The footer is on the landing page for everyone, on /login and /register for visitors, and on text pages. */
export function showsFooter(path: string, signedIn: boolean): boolean {
  const page = normalizePath(path);
  if (page === '/') return true;
  if (page === '/login' || page === '/register') return !signedIn;
  return !isUnder(page, APP_PAGES) && !PAGES_WITHOUT_SHELL.has(page);
}

/** Whether a conversation is open, with its composer at the bottom. */
export function isConversation(path: string): boolean {
  return normalizePath(path).startsWith('/chat/');
}

export function isFullHeight(path: string): boolean {
  return isUnder(normalizePath(path), FULL_HEIGHT_PAGES);
}
