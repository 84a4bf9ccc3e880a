import { createBrowserRouter, type RouteObject } from 'react-router';
import { FullPageLoader } from '../../ui/loaders/full-page-loader.tsx';
import { RouteCrash } from '../crash/route-crash.tsx';
import { AppLayout } from '../shell/app-layout.tsx';
import { Guard, GuestOnly } from './guards.tsx';
import { lazyScreen } from './lazy-screen.ts';

const infoRoutes: RouteObject[] = [
  { path: '/about', lazy: lazyScreen(() => import('../../features/info/pages/about-screen.tsx'), 'AboutScreen') },
  { path: '/api', lazy: lazyScreen(() => import('../../features/info/pages/api-screen.tsx'), 'ApiScreen') },
  { path: '/blog', lazy: lazyScreen(() => import('../../features/info/pages/blog-screen.tsx'), 'BlogScreen') },
  { path: '/careers', lazy: lazyScreen(() => import('../../features/info/pages/careers-screen.tsx'), 'CareersScreen') },
  { path: '/changelog', lazy: lazyScreen(() => import('../../features/info/changelog-screen.tsx'), 'ChangelogScreen') },
  { path: '/contact', lazy: lazyScreen(() => import('../../features/info/pages/contact-screen.tsx'), 'ContactScreen') },
  { path: '/cookies', lazy: lazyScreen(() => import('../../features/info/pages/cookies-screen.tsx'), 'CookiesScreen') },
  {
    path: '/guidelines',
    lazy: lazyScreen(() => import('../../features/info/pages/guidelines-screen.tsx'), 'GuidelinesScreen'),
  },
  { path: '/press', lazy: lazyScreen(() => import('../../features/info/pages/press-screen.tsx'), 'PressScreen') },
  { path: '/privacy', lazy: lazyScreen(() => import('../../features/info/pages/privacy-screen.tsx'), 'PrivacyScreen') },
  { path: '/safety', lazy: lazyScreen(() => import('../../features/info/pages/safety-screen.tsx'), 'SafetyScreen') },
  { path: '/status', lazy: lazyScreen(() => import('../../features/info/pages/status-screen.tsx'), 'StatusScreen') },
  { path: '/support', lazy: lazyScreen(() => import('../../features/info/pages/support-screen.tsx'), 'SupportScreen') },
  { path: '/terms', lazy: lazyScreen(() => import('../../features/info/pages/terms-screen.tsx'), 'TermsScreen') },
  { path: '/blog/:slug', lazy: lazyScreen(() => import('../../features/info/pages/post-screen.tsx'), 'PostScreen') },
];

const guestRoutes: RouteObject[] = [
  { path: '/login', lazy: lazyScreen(() => import('../../features/auth/sign-in/sign-in-screen.tsx'), 'SignInScreen') },
  {
    path: '/register',
    lazy: lazyScreen(() => import('../../features/auth/sign-up/sign-up-screen.tsx'), 'SignUpScreen'),
  },
];

const signedInRoutes: RouteObject[] = [
  { path: '/dashboard', lazy: lazyScreen(() => import('../dashboard/dashboard-screen.tsx'), 'DashboardScreen') },
  { path: '/profile/:section?', lazy: lazyScreen(() => import('../profile/profile-screen.tsx'), 'ProfileScreen') },
  {
    path: '/subscription',
    lazy: lazyScreen(() => import('../../features/subscription/subscription-screen.tsx'), 'SubscriptionScreen'),
  },
  {
    path: '/upgrade',
    lazy: lazyScreen(() => import('../../features/subscription/subscription-screen.tsx'), 'SubscriptionScreen'),
  },
  { path: '/settings', lazy: lazyScreen(() => import('../settings/settings-screen.tsx'), 'SettingsScreen') },
  {
    path: '/notifications',
    lazy: lazyScreen(() => import('../../features/notifications/notifications-screen.tsx'), 'NotificationsScreen'),
  },
  { path: '/moderation', lazy: lazyScreen(() => import('../moderation/moderation-screen.tsx'), 'ModerationScreen') },
];

const verifiedRoutes: RouteObject[] = [
  { path: '/matching', lazy: lazyScreen(() => import('../matching/matching-screen.tsx'), 'MatchingScreen') },
  { path: '/chat/:conversationId?', lazy: lazyScreen(() => import('../chat/chat-screen.tsx'), 'ChatScreen') },
  { path: '/reveal/:matchId?', lazy: lazyScreen(() => import('../reveal/reveal-screen.tsx'), 'RevealScreen') },
];

const publicRoutes: RouteObject[] = [
  { path: '/', lazy: lazyScreen(() => import('../../features/landing/landing-screen.tsx'), 'LandingScreen') },
  {
    path: '/verify-email',
    lazy: lazyScreen(() => import('../../features/auth/email/verify-email-screen.tsx'), 'VerifyEmailScreen'),
  },
  {
    path: '/forgot-password',
    lazy: lazyScreen(() => import('../../features/auth/password/forgot-password-screen.tsx'), 'ForgotPasswordScreen'),
  },
  {
    path: '/reset-password',
    lazy: lazyScreen(() => import('../../features/auth/password/reset-password-screen.tsx'), 'ResetPasswordScreen'),
  },
  ...infoRoutes,
  { path: '*', lazy: lazyScreen(() => import('../../ui/not-found-screen.tsx'), 'NotFoundScreen') },
];

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
          { element: <GuestOnly />, children: guestRoutes },
          { element: <Guard />, children: signedInRoutes },
          { element: <Guard verified />, children: verifiedRoutes },
          ...publicRoutes,
        ],
      },
    ],
  },
];

export function createAppRouter() {
  return createBrowserRouter(routes);
}
