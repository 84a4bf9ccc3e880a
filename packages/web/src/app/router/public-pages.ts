import { isPageAt, PAGES, type PageId } from '../../lib/paths.ts';
import { type LateScript, lateScript } from '../../ui/late-script.ts';

/** The pages that need no session, and can be read without the server: visitors get them without the rest of the application. */
export const PUBLIC_SCREENS = {
  landing: lateScript(() => import('../../features/landing/landing-screen.tsx'), 'LandingScreen'),
  about: lateScript(() => import('../../features/info/pages/about-screen.tsx'), 'AboutScreen'),
  api: lateScript(() => import('../../features/info/pages/api-screen.tsx'), 'ApiScreen'),
  blog: lateScript(() => import('../../features/info/pages/blog-screen.tsx'), 'BlogScreen'),
  post: lateScript(() => import('../../features/info/pages/post-screen.tsx'), 'PostScreen'),
  careers: lateScript(() => import('../../features/info/pages/careers-screen.tsx'), 'CareersScreen'),
  changelog: lateScript(() => import('../../features/info/pages/changelog-screen.tsx'), 'ChangelogScreen'),
  contact: lateScript(() => import('../../features/info/pages/contact-screen.tsx'), 'ContactScreen'),
  cookies: lateScript(() => import('../../features/info/pages/cookies-screen.tsx'), 'CookiesScreen'),
  guidelines: lateScript(() => import('../../features/info/pages/guidelines-screen.tsx'), 'GuidelinesScreen'),
  press: lateScript(() => import('../../features/info/pages/press-screen.tsx'), 'PressScreen'),
  privacy: lateScript(() => import('../../features/info/pages/privacy-screen.tsx'), 'PrivacyScreen'),
  safety: lateScript(() => import('../../features/info/pages/safety-screen.tsx'), 'SafetyScreen'),
  status: lateScript(() => import('../../features/info/pages/status-screen.tsx'), 'StatusScreen'),
  support: lateScript(() => import('../../features/info/pages/support-screen.tsx'), 'SupportScreen'),
  terms: lateScript(() => import('../../features/info/pages/terms-screen.tsx'), 'TermsScreen'),
} satisfies Partial<Record<PageId, LateScript>>;

export type PublicPageId = keyof typeof PUBLIC_SCREENS;
export const PUBLIC_PAGE_IDS = Object.keys(PUBLIC_SCREENS) as PublicPageId[];

/** The public page at a path; undefined where there is another page or none. */
export function findPublicPage(pathname: string): PublicPageId | undefined {
  return PUBLIC_PAGE_IDS.find((id) => isPageAt(PAGES[id], pathname));
}
