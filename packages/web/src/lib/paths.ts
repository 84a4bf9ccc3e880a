import { TAGLINE } from '@soulsight/contract/product';

/** Who may open a page. `guest`: only signed-out visitors; `verified`: signed-in users with a verified email. */
export type Access = 'anyone' | 'guest' | 'signed_in' | 'verified';

/** The groups of links in the footer, in their order. */
export const FOOTER_GROUPS = ['Experience', 'Community', 'Company', 'Developers', 'Legal'] as const;
type FooterGroup = (typeof FOOTER_GROUPS)[number];

export interface Page {
  path: string;
  /** Route parameters, appended to the path in the route's pattern. */
  params?: string;
  /** In the browser's tab, and the label of links to the page. */
  title: string;
  access: Access;
  /** Whether signed-in users see the header, the tabs and the quick navigation. */
  shell: boolean;
  footer: 'always' | 'signed_out' | 'never';
  /** The page fills the window and scrolls inside. */
  fullHeight?: boolean;
  /** The footer's group of links that lists the page. */
  footerGroup?: FooterGroup;
  /** Whether the menu of the signed-in user lists the page. */
  inUserMenu?: boolean;
}

/** Pages of the application itself. */
const APP = { access: 'signed_in', shell: true, footer: 'never' } as const;
/** Pages to read, such as the terms. */
const TEXT = { access: 'anyone', shell: true, footer: 'always' } as const;

/**
 * Every page. The router, the guards, the layout and all links read this table. A new page needs an entry here, a screen, and
 * its line in app/router/public-pages.ts or, if it needs a session, in app/router/routes.tsx. The footer and the menu list their pages
 * in this order.
 */
export const PAGES = {
  landing: { path: '/', title: TAGLINE, access: 'anyone', shell: false, footer: 'always' },

  signIn: { path: '/login', title: 'Sign in', access: 'guest', shell: false, footer: 'signed_out' },
  signUp: { path: '/register', title: 'Create account', access: 'guest', shell: false, footer: 'signed_out' },
  verifyEmail: { path: '/verify-email', title: 'Verify your email', access: 'anyone', shell: false, footer: 'never' },
  forgotPassword: { ...TEXT, path: '/forgot-password', title: 'Reset your password' },
  resetPassword: {
    path: '/reset-password',
    title: 'Choose a new password',
    access: 'anyone',
    shell: false,
    footer: 'never',
  },

  dashboard: { ...APP, path: '/dashboard', title: 'Dashboard' },
  profile: { ...APP, path: '/profile', params: '/:section?', title: 'My Profile', inUserMenu: true },
  subscription: { ...APP, path: '/subscription', title: 'Premium' },
  settings: { ...APP, path: '/settings', title: 'Settings', inUserMenu: true },
  notifications: { ...APP, path: '/notifications', title: 'Notifications' },
  moderation: { ...APP, path: '/moderation', title: 'Moderation' },
  operations: { ...APP, path: '/operations', title: 'Operations' },

  matching: { ...APP, path: '/matching', title: 'Discover', access: 'verified', footerGroup: 'Experience' },
  likes: { ...APP, path: '/matching/likes', title: 'Likes', access: 'verified' },
  chat: {
    ...APP,
    path: '/chat',
    params: '/:conversationId?',
    title: 'Messages',
    access: 'verified',
    fullHeight: true,
    footerGroup: 'Experience',
  },
  reveal: {
    ...APP,
    path: '/reveal',
    params: '/:matchId?',
    title: 'Reveal',
    access: 'verified',
    footerGroup: 'Experience',
  },
  upgrade: { ...APP, path: '/upgrade', title: 'Premium', footerGroup: 'Experience' },

  blog: { ...TEXT, path: '/blog', title: 'Blog', footerGroup: 'Community' },
  post: { ...TEXT, path: '/blog', params: '/:slug', title: 'Blog' },
  guidelines: { ...TEXT, path: '/guidelines', title: 'Guidelines', footerGroup: 'Community' },
  support: { ...TEXT, path: '/support', title: 'Support', footerGroup: 'Community' },
  about: { ...TEXT, path: '/about', title: 'About', footerGroup: 'Company' },
  careers: { ...TEXT, path: '/careers', title: 'Careers', footerGroup: 'Company' },
  press: { ...TEXT, path: '/press', title: 'Press', footerGroup: 'Company' },
  contact: { ...TEXT, path: '/contact', title: 'Contact', footerGroup: 'Company' },
  api: { ...TEXT, path: '/api', title: 'API', footerGroup: 'Developers' },
  status: { ...TEXT, path: '/status', title: 'Status', footerGroup: 'Developers' },
  changelog: { ...TEXT, path: '/changelog', title: 'Changelog', footerGroup: 'Developers' },
  privacy: { ...TEXT, path: '/privacy', title: 'Privacy', footerGroup: 'Legal' },
  terms: { ...TEXT, path: '/terms', title: 'Terms', footerGroup: 'Legal' },
  cookies: { ...TEXT, path: '/cookies', title: 'Cookie Policy', footerGroup: 'Legal' },
  safety: { ...TEXT, path: '/safety', title: 'Safety Center', footerGroup: 'Legal' },
} as const satisfies Record<string, Page>;

export type PageId = keyof typeof PAGES;
export const PAGE_IDS = Object.keys(PAGES) as PageId[];

/** The path of every page, for links. */
export const PATHS = Object.fromEntries(PAGE_IDS.map((id) => [id, PAGES[id].path])) as {
  readonly [Id in PageId]: (typeof PAGES)[Id]['path'];
};

/** The anchor of the sign-in page that signs in as a ready account of the demo. */
export const LOOK_AROUND_HASH = '#look-around';
export const LOOK_AROUND_PATH = `${PATHS.signIn}${LOOK_AROUND_HASH}`;

/** The pages that a group of the footer lists. */
export function listFooterPages(group: FooterGroup): PageId[] {
  return PAGE_IDS.filter((id) => (PAGES[id] as Page).footerGroup === group);
}

/** The pattern of a page's route, such as `/chat/:conversationId?`. */
export function routePattern(page: Page): string {
  return page.path + (page.params ?? '');
}

/** The page that an address path shows; undefined for "Page Not Found". */
export function findPage(path: string): Page | undefined {
  return PAGE_IDS.map((id): Page => PAGES[id]).find((page) => isPageAt(page, path));
}

/** Whether a page is shown at a path, by the router's rules: parameters take one part, and case does not matter. */
export function isPageAt(page: Page, path: string): boolean {
  const pattern = routePattern(page)
    .replace(/\/:\w+\?/g, '(/[^/]+)?')
    .replace(/:\w+/g, '[^/]+');
  return new RegExp(`^${pattern.replace(/\/$/, '')}/?$`, 'i').test(path);
}

export function conversationPath(conversationId: string): string {
  return `${PATHS.chat}/${conversationId}`;
}

/** A conversation, scrolled to one message. */
export function messagePath(conversationId: string, seq: number): string {
  return `${conversationPath(conversationId)}?at=${seq}`;
}

export function revealPath(matchId: string): string {
  return `${PATHS.reveal}/${matchId}`;
}

/** A section or an editable part of the user's own profile. */
export function profilePath(section: string): string {
  return `${PATHS.profile}/${section}`;
}

export function settingsPath(section: string): string {
  return `${PATHS.settings}#${section}`;
}

export function postPath(slug: string): string {
  return `${PATHS.blog}/${slug}`;
}
