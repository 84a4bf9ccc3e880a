/** Where mailed links and providers may redirect the browser. */
export interface RedirectPolicy {
  /** The site's address, without a trailing slash. */
  siteUrl: string;
  /** Globs: `*` within a name, `**` anything, `?` one character. */
  allowList: readonly string[];
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
const WEB = new Set(['http:', 'https:']);

/**
 * The requested address if it is allowed, else the site. Never an error, so that a bad link still leads to the product.
 * Relative paths belong to the site.
 */
export function resolveRedirect(asked: string | null | undefined, policy: RedirectPolicy): string {
  if (!asked) return policy.siteUrl;
  const url = parse(asked, policy.siteUrl);
  return url && allowed(url, policy) ? url.href : policy.siteUrl;
}

function parse(asked: string, siteUrl: string): URL | null {
  // Browsers remove tabs and newlines and read a backslash as a slash. None of our links contain these.
  if (/[\s\\]|\p{Cc}/u.test(asked)) return null;
  try {
    const url = new URL(asked, `${siteUrl}/`);
    return url.username || url.password ? null : url;
  } catch {
    return null;
  }
}

function allowed(url: URL, policy: RedirectPolicy): boolean {
  const site = new URL(policy.siteUrl);
  if (WEB.has(url.protocol)) {
    if (url.origin === site.origin) return true;
    if (LOOPBACK.has(site.hostname) && LOOPBACK.has(url.hostname)) return true;
  }
  const bare = url.href.split(/[?#]/, 1)[0] ?? '';
  return policy.allowList.some((glob) => globToRegExp(glob).test(bare));
}

/** `*` stops at `.` and `/`, as in GoTrue, so that `https://*.example.org` matches no other domain. */
export function globToRegExp(glob: string): RegExp {
  const source = glob.replace(/\*\*|\*|\?|[.+^${}()|[\]\\]/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    return `\\${part}`;
  });
  return new RegExp(`^${source}$`);
}

/** Adds parameters to the query of an address. */
export function withQuery(address: string, params: Record<string, string>): string {
  const url = new URL(address);
  for (const [key, value] of Object.entries(params)) url.searchParams.set(key, value);
  return url.href;
}

/** Sets the fragment of an address, which servers and logs do not see. */
export function withFragment(address: string, params: Record<string, string>): string {
  const url = new URL(address);
  url.hash = new URLSearchParams(params).toString();
  return url.href;
}
