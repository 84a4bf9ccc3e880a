import type { ReactNode } from 'react';
import { isPageAt, PAGES, type PageId } from '../../lib/paths.ts';
import { type LateScript, lateScript } from '../../ui/late-script.ts';

/** A page's component, with what search engines and link previews say about it. The build writes it into the page. */
export type PublicScreen = (() => ReactNode) & { description: string };

/** The screen of a public page; its script loads when the page opens. */
function publicScreen<N extends string>(load: () => Promise<Record<N, PublicScreen>>, name: N): LateScript {
  return lateScript(load, name) as LateScript;
}

/** The pages that need no session, and can be read without the server: visitors get them without the rest of the application. */
export const PUBLIC_SCREENS = {
  landing: publicScreen(() => import('../../features/landing/landing-screen.tsx'), 'LandingScreen'),
  about: publicScreen(() => import('../../features/info/pages/about-screen.tsx'), 'AboutScreen'),
  api: publicScreen(() => import('../../features/info/pages/api-screen.tsx'), 'ApiScreen'),
  blog: publicScreen(() => import('../../features/info/pages/blog-screen.tsx'), 'BlogScreen'),
  post: lateScript(() => import('../../features/info/pages/post-screen.tsx'), 'PostScreen'),
  careers: publicScreen(() => import('../../features/info/pages/careers-screen.tsx'), 'CareersScreen'),
  changelog: publicScreen(() => import('../../features/info/pages/changelog-screen.tsx'), 'ChangelogScreen'),
  contact: publicScreen(() => import('../../features/info/pages/contact-screen.tsx'), 'ContactScreen'),
  cookies: publicScreen(() => import('../../features/info/pages/cookies-screen.tsx'), 'CookiesScreen'),
  guidelines: publicScreen(() => import('../../features/info/pages/guidelines-screen.tsx'), 'GuidelinesScreen'),
  press: publicScreen(() => import('../../features/info/pages/press-screen.tsx'), 'PressScreen'),
  privacy: publicScreen(() => import('../../features/info/pages/privacy-screen.tsx'), 'PrivacyScreen'),
  safety: publicScreen(() => import('../../features/info/pages/safety-screen.tsx'), 'SafetyScreen'),
  status: publicScreen(() => import('../../features/info/pages/status-screen.tsx'), 'StatusScreen'),
  support: publicScreen(() => import('../../features/info/pages/support-screen.tsx'), 'SupportScreen'),
  terms: publicScreen(() => import('../../features/info/pages/terms-screen.tsx'), 'TermsScreen'),
} satisfies Partial<Record<PageId, LateScript>>;

export type PublicPageId = keyof typeof PUBLIC_SCREENS;
export const PUBLIC_PAGE_IDS = Object.keys(PUBLIC_SCREENS) as PublicPageId[];

/** The public page at a path; undefined if there is another page or none. */
export function findPublicPage(pathname: string): PublicPageId | undefined {
  return PUBLIC_PAGE_IDS.find((id) => isPageAt(PAGES[id], pathname));
}
