export interface SignedInScreen {
  name: string;
  path: string;
  /** Its module, relative to `src`. */
  module: string;
  /** Thousands of bytes of script that it needs with the application, compressed with brotli. The goal is 160; this is 1 to 2 % more than is needed now. */
  maxKb: number;
  /** Consists of forms and switches. */
  hasForms?: boolean;
}

/** The screens of a signed-in user whose scripts are budgeted, merged and fetched with the page. */
export const SIGNED_IN_SCREENS: readonly SignedInScreen[] = [
  { name: 'The dashboard', path: '/dashboard', module: 'app/dashboard/dashboard-screen.tsx', maxKb: 150 },
  { name: 'Discovery', path: '/matching', module: 'app/matching/matching-screen.tsx', maxKb: 155 },
  { name: 'The conversations', path: '/chat', module: 'app/chat/chat-screen.tsx', maxKb: 159 },
  { name: 'The reveal', path: '/reveal', module: 'app/reveal/reveal-screen.tsx', maxKb: 152 },
  {
    name: 'The notifications',
    path: '/notifications',
    module: 'app/notifications/notifications-with-people.tsx',
    maxKb: 148,
  },
  {
    name: 'The subscription',
    path: '/subscription',
    module: 'app/subscription/plans-screen.tsx',
    maxKb: 152,
  },
  { name: 'The settings', path: '/settings', module: 'app/settings/settings-screen.tsx', maxKb: 155, hasForms: true },
  { name: 'The profile', path: '/profile', module: 'app/profile/profile-screen.tsx', maxKb: 155, hasForms: true },
];
