import { type ReactNode, Suspense } from 'react';
import { Outlet, type RouteObject, useLocation, useRoutes } from 'react-router';
import { type Access, isPageAt, PAGE_IDS, PAGES, type PageId, routePattern } from '../../lib/paths.ts';
import { FullPageLoader } from '../../ui/loaders/full-page-loader.tsx';
import { CrashBoundary } from '../crash/crash-boundary.tsx';
import { AppLayout } from '../shell/app-layout.tsx';
import { Guard, GuestOnly } from './guards.tsx';
import { type LazyScreen, lazyScreen } from './lazy-screen.ts';
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
  subscription: lazyScreen(() => import('../subscription/plans-screen.tsx'), 'PlansScreen'),
  upgrade: lazyScreen(() => import('../subscription/plans-screen.tsx'), 'PlansScreen'),
  settings: lazyScreen(() => import('../settings/settings-screen.tsx'), 'SettingsScreen'),
  notifications: lazyScreen(() => import('../notifications/notifications-with-people.tsx'), 'NotificationsWithPeople'),
  moderation: lazyScreen(() => import('../moderation/moderation-screen.tsx'), 'ModerationScreen'),
  operations: lazyScreen(() => import('../operations/operations-screen.tsx'), 'OperationsScreen'),
  matching: lazyScreen(() => import('../matching/matching-screen.tsx'), 'MatchingScreen'),
  likes: lazyScreen(() => import('../matching/likes-screen.tsx'), 'LikesScreen'),
  chat: lazyScreen(() => import('../chat/chat-screen.tsx'), 'ChatScreen'),
  reveal: lazyScreen(() => import('../reveal/reveal-screen.tsx'), 'RevealScreen'),
  api: lazyScreen(() => import('../../features/info/pages/api-screen.tsx'), 'ApiScreen'),
  status: lazyScreen(() => import('../../features/info/pages/status-screen.tsx'), 'StatusScreen'),
} satisfies Record<PageId, LazyScreen>;
const NOT_FOUND = lazyScreen(() => import('../../ui/not-found-screen.tsx'), 'NotFoundScreen');

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

/** Loads the script of the screen at a path, so that it can be rendered at once. Failures are left to the screen. */
export async function loadScreenAt(pathname: string): Promise<void> {
  const id = PAGE_IDS.find((page) => isPageAt(PAGES[page], pathname));
  if (id) await SCREENS[id]().catch(() => {});
}

function LazyRoute({ screen }: { screen: LazyScreen }) {
  const Screen = screen.find();
  return <Screen />;
}

function routesWithAccess(access: Access): RouteObject[] {
  const ids = PAGE_IDS.filter((id) => PAGES[id].access === access);
  return ids.map((id) => ({ path: routePattern(PAGES[id]), element: <LazyRoute screen={SCREENS[id]} /> }));
}

const GUARDS = {
  guest: <GuestOnly />,
  signed_in: <Guard />,
  verified: <Guard verified />,
} satisfies Record<Exclude<Access, 'anyone'>, ReactNode>;

/** The screen; while its script loads, the one before stays. */
function CurrentScreen() {
  const { key } = useLocation();
  return (
    <CrashBoundary resetKey={key}>
      <Suspense fallback={<FullPageLoader />}>
        <Outlet />
      </Suspense>
    </CrashBoundary>
  );
}

const ROUTES: RouteObject[] = [
  {
    element: <AppLayout />,
    children: [
      {
        element: <CurrentScreen />,
        children: [
          { element: GUARDS.guest, children: routesWithAccess('guest') },
          { element: GUARDS.signed_in, children: routesWithAccess('signed_in') },
          { element: GUARDS.verified, children: routesWithAccess('verified') },
          ...routesWithAccess('anyone'),
          { path: '*', element: <LazyRoute screen={NOT_FOUND} /> },
        ],
      },
    ],
  },
];

/** Every route of the application, in its layout. */
export function AppRoutes() {
  const { key } = useLocation();
  return <CrashBoundary resetKey={key}>{useRoutes(ROUTES)}</CrashBoundary>;
}
