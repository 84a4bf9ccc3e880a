import { createBrowserRouter, type RouteObject } from 'react-router';
import { FullPageLoader } from '../../ui/loaders/full-page-loader.tsx';
import { RouteCrash } from '../crash/route-crash.tsx';
import { AppLayout } from '../shell/app-layout.tsx';
import { Guard, GuestOnly } from './guards.tsx';
import { screen } from './lazy-screen.ts';

const infoRoutes: RouteObject[] = [
  { path: '/about', lazy: screen(() => import('../../screens/info/about-screen.tsx'), 'AboutScreen') },
  { path: '/api', lazy: screen(() => import('../../screens/info/api-screen.tsx'), 'ApiScreen') },
  { path: '/blog', lazy: screen(() => import('../../screens/info/blog-screen.tsx'), 'BlogScreen') },
  { path: '/careers', lazy: screen(() => import('../../screens/info/careers-screen.tsx'), 'CareersScreen') },
  { path: '/changelog', lazy: screen(() => import('../../screens/info/changelog-screen.tsx'), 'ChangelogScreen') },
  { path: '/contact', lazy: screen(() => import('../../screens/info/contact-screen.tsx'), 'ContactScreen') },
  { path: '/cookies', lazy: screen(() => import('../../screens/info/cookies-screen.tsx'), 'CookiesScreen') },
  { path: '/guidelines', lazy: screen(() => import('../../screens/info/guidelines-screen.tsx'), 'GuidelinesScreen') },
  { path: '/press', lazy: screen(() => import('../../screens/info/press-screen.tsx'), 'PressScreen') },
  { path: '/privacy', lazy: screen(() => import('../../screens/info/privacy-screen.tsx'), 'PrivacyScreen') },
  { path: '/safety', lazy: screen(() => import('../../screens/info/safety-screen.tsx'), 'SafetyScreen') },
  { path: '/status', lazy: screen(() => import('../../screens/info/status-screen.tsx'), 'StatusScreen') },
  { path: '/support', lazy: screen(() => import('../../screens/info/support-screen.tsx'), 'SupportScreen') },
  { path: '/terms', lazy: screen(() => import('../../screens/info/terms-screen.tsx'), 'TermsScreen') },
  { path: '/blog/:slug', lazy: screen(() => import('../../screens/info/post-screen.tsx'), 'PostScreen') },
];

const guestRoutes: RouteObject[] = [
  { path: '/login', lazy: screen(() => import('../../screens/login-screen.tsx'), 'LoginScreen') },
  { path: '/register', lazy: screen(() => import('../../screens/register-screen.tsx'), 'RegisterScreen') },
];

const signedInRoutes: RouteObject[] = [
  { path: '/dashboard', lazy: screen(() => import('../../screens/dashboard-screen.tsx'), 'DashboardScreen') },
  { path: '/profile/:section?', lazy: screen(() => import('../../screens/profile-screen.tsx'), 'ProfileScreen') },
  { path: '/subscription', lazy: screen(() => import('../../screens/subscription-screen.tsx'), 'SubscriptionScreen') },
  { path: '/upgrade', lazy: screen(() => import('../../screens/subscription-screen.tsx'), 'SubscriptionScreen') },
  { path: '/settings', lazy: screen(() => import('../../screens/settings-screen.tsx'), 'SettingsScreen') },
  {
    path: '/notifications',
    lazy: screen(() => import('../../screens/notifications-screen.tsx'), 'NotificationsScreen'),
  },
  { path: '/moderation', lazy: screen(() => import('../../screens/moderation-screen.tsx'), 'ModerationScreen') },
];

const verifiedRoutes: RouteObject[] = [
  { path: '/matching', lazy: screen(() => import('../../screens/matching-screen.tsx'), 'MatchingScreen') },
  { path: '/chat/:conversationId?', lazy: screen(() => import('../../screens/chat-screen.tsx'), 'ChatScreen') },
  { path: '/reveal/:matchId?', lazy: screen(() => import('../../screens/reveal-screen.tsx'), 'RevealScreen') },
];

const publicRoutes: RouteObject[] = [
  { path: '/', lazy: screen(() => import('../../screens/landing-screen.tsx'), 'LandingScreen') },
  { path: '/verify-email', lazy: screen(() => import('../../screens/verify-email-screen.tsx'), 'VerifyEmailScreen') },
  {
    path: '/forgot-password',
    lazy: screen(() => import('../../screens/forgot-password-screen.tsx'), 'ForgotPasswordScreen'),
  },
  {
    path: '/reset-password',
    lazy: screen(() => import('../../screens/reset-password-screen.tsx'), 'ResetPasswordScreen'),
  },
  ...infoRoutes,
  { path: '*', lazy: screen(() => import('../../screens/not-found-screen.tsx'), 'NotFoundScreen') },
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
