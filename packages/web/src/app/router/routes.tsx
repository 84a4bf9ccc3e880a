import type { ReactNode } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { type Access, PAGE_IDS, PAGES, type PageId, routePattern } from '../../lib/paths.ts';
import { FullPageLoader } from '../../ui/loaders/full-page-loader.tsx';
import { RouteCrash } from '../crash/route-crash.tsx';
import { AppLayout } from '../shell/app-layout.tsx';
import { Guard, GuestOnly } from './guards.tsx';
import { lazyScreen } from './lazy-screen.ts';
import { PUBLIC_SCREENS } from './public-pages.ts';

/** The screen of every page; its script loads when the page opens. */
const SCREENS = {
  ...PUBLIC_SCREENS,
  signIn: lazyScreen(() => import('../../features/auth/sign-in/sign-in-screen.tsx'), 'SignInScreen'),
  signUp: lazyScreen(() => import('../../features/auth/sign-up/sign-up-screen.tsx'), 'SignUpScreen'),
  verifyEmail: lazyScreen(() => import('../../features/auth/email/verify-email-screen.tsx'), 'VerifyEmailScreen'),
  forgotPassword: lazyScreen(
    () => import('../../features/auth/password/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
  resetPassword: lazyScreen(
    () => import('../../features/auth/password/reset-password-screen.tsx'),
    'ResetPasswordScreen',
  ),
  dashboard: lazyScreen(() => import('../dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  profile: lazyScreen(() => import('../profile/profile-screen.tsx'), 'ProfileScreen'),
  subscription: lazyScreen(() => import('../../features/subscription/subscription-screen.tsx'), 'SubscriptionScreen'),
  upgrade: lazyScreen(() => import('../../features/subscription/subscription-screen.tsx'), 'SubscriptionScreen'),
  settings: lazyScreen(() => import('../settings/settings-screen.tsx'), 'SettingsScreen'),
  notifications: lazyScreen(
    () => import('../../features/notifications/notifications-screen.tsx'),
    'NotificationsScreen',
  ),
  moderation: lazyScreen(() => import('../moderation/moderation-screen.tsx'), 'ModerationScreen'),
  operations: lazyScreen(() => import('../operations/operations-screen.tsx'), 'OperationsScreen'),
  matching: lazyScreen(() => import('../matching/matching-screen.tsx'), 'MatchingScreen'),
  likes: lazyScreen(() => import('../matching/likes-screen.tsx'), 'LikesScreen'),
  chat: lazyScreen(() => import('../chat/chat-screen.tsx'), 'ChatScreen'),
  reveal: lazyScreen(() => import('../reveal/reveal-screen.tsx'), 'RevealScreen'),
  api: lazyScreen(() => import('../../features/info/pages/api-screen.tsx'), 'ApiScreen'),
  status: lazyScreen(() => import('../../features/info/pages/status-screen.tsx'), 'StatusScreen'),
} satisfies Record<PageId, RouteObject['lazy']>;

/** The page that was opened comes first. */
const PREFETCH_AFTER_MS = 3_000;

/** The screens that most visits open next. */
const LIKELY_NEXT = ['dashboard', 'matching', 'chat'] as const satisfies readonly PageId[];

/** Loads the scripts of the next likely screens, once the page has started. Returns a function that cancels it. */
export function prefetchLikelyScreens(): () => void {
  const timer = setTimeout(() => {
    for (const id of LIKELY_NEXT) SCREENS[id]().catch(() => {});
  }, PREFETCH_AFTER_MS);
  return () => clearTimeout(timer);
}

function routesWithAccess(access: Access): RouteObject[] {
  const ids = PAGE_IDS.filter((id) => PAGES[id].access === access);
  return ids.map((id) => ({ path: routePattern(PAGES[id]), lazy: SCREENS[id] }));
}

const GUARDS = {
  guest: <GuestOnly />,
  signed_in: <Guard />,
  verified: <Guard verified />,
} satisfies Record<Exclude<Access, 'anyone'>, ReactNode>;

/** Every route of the application. */
export const routes: RouteObject[] = [
  {
    element: <AppLayout />,
    errorElement: <RouteCrash />,
    hydrateFallbackElement: <FullPageLoader />,
    children: [
      {
        errorElement: <RouteCrash />,
        children: [
          { element: GUARDS.guest, children: routesWithAccess('guest') },
          { element: GUARDS.signed_in, children: routesWithAccess('signed_in') },
          { element: GUARDS.verified, children: routesWithAccess('verified') },
          ...routesWithAccess('anyone'),
          { path: '*', lazy: lazyScreen(() => import('../../ui/not-found-screen.tsx'), 'NotFoundScreen') },
        ],
      },
    ],
  },
];

export function createAppRouter() {
  return createBrowserRouter(routes);
}
