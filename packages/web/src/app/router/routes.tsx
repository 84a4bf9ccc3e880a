import { createBrowserRouter, type RouteObject } from 'react-router';
import { FullPageLoader } from '../../ui/loaders/full-page-loader.tsx';
import { RouteCrash } from '../crash/route-crash.tsx';
import { AppLayout } from '../shell/app-layout.tsx';
import { Guard, GuestOnly } from './guards.tsx';
import { screen } from './lazy-screen.ts';

const infoRoutes: RouteObject[] = [
  { path: '/about', lazy: screen(() => import('../../features/info/about-screen.tsx'), 'AboutScreen') },
  { path: '/api', lazy: screen(() => import('../../features/info/api-screen.tsx'), 'ApiScreen') },
  { path: '/blog', lazy: screen(() => import('../../features/info/blog-screen.tsx'), 'BlogScreen') },
  { path: '/careers', lazy: screen(() => import('../../features/info/careers-screen.tsx'), 'CareersScreen') },
  { path: '/changelog', lazy: screen(() => import('../../features/info/changelog-screen.tsx'), 'ChangelogScreen') },
  { path: '/contact', lazy: screen(() => import('../../features/info/contact-screen.tsx'), 'ContactScreen') },
  { path: '/cookies', lazy: screen(() => import('../../features/info/cookies-screen.tsx'), 'CookiesScreen') },
  { path: '/guidelines', lazy: screen(() => import('../../features/info/guidelines-screen.tsx'), 'GuidelinesScreen') },
  { path: '/press', lazy: screen(() => import('../../features/info/press-screen.tsx'), 'PressScreen') },
  { path: '/privacy', lazy: screen(() => import('../../features/info/privacy-screen.tsx'), 'PrivacyScreen') },
  { path: '/safety', lazy: screen(() => import('../../features/info/safety-screen.tsx'), 'SafetyScreen') },
  { path: '/status', lazy: screen(() => import('../../features/info/status-screen.tsx'), 'StatusScreen') },
  { path: '/support', lazy: screen(() => import('../../features/info/support-screen.tsx'), 'SupportScreen') },
  { path: '/terms', lazy: screen(() => import('../../features/info/terms-screen.tsx'), 'TermsScreen') },
  { path: '/blog/:slug', lazy: screen(() => import('../../features/info/post-screen.tsx'), 'PostScreen') },
];

const guestRoutes: RouteObject[] = [
  { path: '/login', lazy: screen(() => import('../../features/auth/login-screen.tsx'), 'LoginScreen') },
  { path: '/register', lazy: screen(() => import('../../features/auth/register-screen.tsx'), 'RegisterScreen') },
];

const signedInRoutes: RouteObject[] = [
  { path: '/dashboard', lazy: screen(() => import('../dashboard/dashboard-screen.tsx'), 'DashboardScreen') },
  { path: '/profile/:section?', lazy: screen(() => import('../profile/profile-screen.tsx'), 'ProfileScreen') },
  {
    path: '/subscription',
    lazy: screen(() => import('../../features/subscription/subscription-screen.tsx'), 'SubscriptionScreen'),
  },
  {
    path: '/upgrade',
    lazy: screen(() => import('../../features/subscription/subscription-screen.tsx'), 'SubscriptionScreen'),
  },
  { path: '/settings', lazy: screen(() => import('../settings/settings-screen.tsx'), 'SettingsScreen') },
  {
    path: '/notifications',
    lazy: screen(() => import('../../features/notifications/notifications-screen.tsx'), 'NotificationsScreen'),
  },
  { path: '/moderation', lazy: screen(() => import('../moderation/moderation-screen.tsx'), 'ModerationScreen') },
];

const verifiedRoutes: RouteObject[] = [
  { path: '/matching', lazy: screen(() => import('../matching/matching-screen.tsx'), 'MatchingScreen') },
  { path: '/chat/:conversationId?', lazy: screen(() => import('../chat/chat-screen.tsx'), 'ChatScreen') },
  { path: '/reveal/:matchId?', lazy: screen(() => import('../reveal/reveal-screen.tsx'), 'RevealScreen') },
];

const publicRoutes: RouteObject[] = [
  { path: '/', lazy: screen(() => import('../../features/landing/landing-screen.tsx'), 'LandingScreen') },
  {
    path: '/verify-email',
    lazy: screen(() => import('../../features/auth/verify-email-screen.tsx'), 'VerifyEmailScreen'),
  },
  {
    path: '/forgot-password',
    lazy: screen(() => import('../../features/auth/forgot-password-screen.tsx'), 'ForgotPasswordScreen'),
  },
  {
    path: '/reset-password',
    lazy: screen(() => import('../../features/auth/reset-password-screen.tsx'), 'ResetPasswordScreen'),
  },
  ...infoRoutes,
  { path: '*', lazy: screen(() => import('../../ui/not-found-screen.tsx'), 'NotFoundScreen') },
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
