import { isPageAt, PAGES, type PageId } from '../../lib/paths.ts';
import { lazyScreen } from './lazy-screen.ts';

/** The pages that need neither a session nor the server: visitors get them without the rest of the application. */
export const PUBLIC_SCREENS = {
  landing: lazyScreen(() => import('../../features/landing/landing-screen.tsx'), 'LandingScreen'),
  about: lazyScreen(() => import('../../features/info/pages/about-screen.tsx'), 'AboutScreen'),
  blog: lazyScreen(() => import('../../features/info/pages/blog-screen.tsx'), 'BlogScreen'),
  post: lazyScreen(() => import('../../features/info/pages/post-screen.tsx'), 'PostScreen'),
  careers: lazyScreen(() => import('../../features/info/pages/careers-screen.tsx'), 'CareersScreen'),
  changelog: lazyScreen(() => import('../../features/info/pages/changelog-screen.tsx'), 'ChangelogScreen'),
  contact: lazyScreen(() => import('../../features/info/pages/contact-screen.tsx'), 'ContactScreen'),
  cookies: lazyScreen(() => import('../../features/info/pages/cookies-screen.tsx'), 'CookiesScreen'),
  guidelines: lazyScreen(() => import('../../features/info/pages/guidelines-screen.tsx'), 'GuidelinesScreen'),
  press: lazyScreen(() => import('../../features/info/pages/press-screen.tsx'), 'PressScreen'),
  privacy: lazyScreen(() => import('../../features/info/pages/privacy-screen.tsx'), 'PrivacyScreen'),
  safety: lazyScreen(() => import('../../features/info/pages/safety-screen.tsx'), 'SafetyScreen'),
  support: lazyScreen(() => import('../../features/info/pages/support-screen.tsx'), 'SupportScreen'),
  terms: lazyScreen(() => import('../../features/info/pages/terms-screen.tsx'), 'TermsScreen'),
} satisfies Partial<Record<PageId, ReturnType<typeof lazyScreen>>>;

export type PublicPageId = keyof typeof PUBLIC_SCREENS;
export const PUBLIC_PAGE_IDS = Object.keys(PUBLIC_SCREENS) as PublicPageId[];

/** The public page at a path; undefined where there is another page or none. */
export function findPublicPage(pathname: string): PublicPageId | undefined {
  return PUBLIC_PAGE_IDS.find((id) => isPageAt(PAGES[id], pathname));
}
