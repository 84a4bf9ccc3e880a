import { type ReactNode, Suspense } from 'react';
import { Outlet, type RouteObject, useLocation, useRoutes } from 'react-router';
import { type Access, isPageAt, PAGE_IDS, PAGES, type PageId, routePattern } from '../../lib/paths.ts';
import { type LateScript, lateScript } from '../../ui/late-script.ts';
import { FullPageLoader } from '../../ui/loaders/full-page-loader.tsx';
import { CrashBoundary } from '../crash/crash-boundary.tsx';
import { AppLayout } from '../shell/app-layout.tsx';
import { Guard, GuestOnly } from './guards.tsx';
import { PUBLIC_SCREENS } from './public-pages.ts';

/** The screen of every page; its script loads when the page opens. */
const SCREENS = {
  ...PUBLIC_SCREENS,
  signIn: lateScript(() => import('../../features/auth/sign-in/sign-in-screen.tsx'), 'SignInScreen'),
  signUp: lateScript(() => import('../../features/auth/sign-up/sign-up-screen.tsx'), 'SignUpScreen'),
  verifyEmail: lateScript(() => import('../../features/auth/email/verify-email-screen.tsx'), 'VerifyEmailScreen'),
  forgotPassword: lateScript(
    () => import('../../features/auth/password/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
  resetPassword: lateScript(
    () => import('../../features/auth/password/reset-password-screen.tsx'),
    'ResetPasswordScreen',
  ),
  dashboard: lateScript(() => import('../dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  profile: lateScript(() => import('../profile/profile-screen.tsx'), 'ProfileScreen'),
  subscription: lateScript(() => import('../subscription/plans-screen.tsx'), 'PlansScreen'),
  upgrade: lateScript(() => import('../subscription/plans-screen.tsx'), 'PlansScreen'),
  settings: lateScript(() => import('../settings/settings-screen.tsx'), 'SettingsScreen'),
  notifications: lateScript(() => import('../notifications/notifications-with-people.tsx'), 'NotificationsWithPeople'),
  moderation: lateScript(() => import('../moderation/moderation-screen.tsx'), 'ModerationScreen'),
  operations: lateScript(() => import('../operations/operations-screen.tsx'), 'OperationsScreen'),
  matching: lateScript(() => import('../matching/matching-screen.tsx'), 'MatchingScreen'),
  likes: lateScript(() => import('../matching/likes-screen.tsx'), 'LikesScreen'),
  chat: lateScript(() => import('../chat/chat-screen.tsx'), 'ChatScreen'),
  reveal: lateScript(() => import('../reveal/reveal-screen.tsx'), 'RevealScreen'),
} satisfies Record<PageId, LateScript>;
const NOT_FOUND = lateScript(() => import('../../ui/not-found-screen.tsx'), 'NotFoundScreen');

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

function LazyRoute({ screen }: { screen: LateScript }) {
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
    <CrashBoundary resetKey={key} inFrame>
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
