import { UNREAD_BADGE_CAP } from '@soulsight/contract/limits';
import { cx } from 'class-variance-authority';
import { NavLink } from 'react-router';
import { CountBadge } from '../../ui/badge.tsx';
import { useAccount } from '../use-account.ts';
import { DISCOVER, HOME, MESSAGES, PREMIUM, PROFILE } from './nav-items.ts';
import { useMessagesCount } from './unread.ts';

/** The bottom tabs on small screens. */
export function BottomTabs() {
  const free = useAccount().plan === 'free';
  const messages = useMessagesCount();
  return (
    <nav
      aria-label="Tabs"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-bg/90 pb-[env(safe-area-inset-bottom)] backdrop-blur-xl md:hidden"
    >
      <ul className="mx-auto grid h-16 max-w-lg grid-cols-5 low:h-12 low:max-w-none">
        {[HOME, DISCOVER, MESSAGES, PROFILE, PREMIUM].map(({ to, label, icon: Icon }) => (
          <li key={label}>
            <NavLink
              to={to}
              className={({ isActive }) =>
                cx(
                  'flex h-full flex-col items-center justify-center gap-1 text-[0.6875rem] font-medium transition low:flex-row low:gap-2',
                  isActive ? 'text-accent-text' : 'text-ink-faint hover:text-ink',
                )
              }
            >
              <span className="relative">
                <Icon aria-hidden className="size-5.5" strokeWidth={1.7} />
                {label === 'Premium' && free && <YellowDot />}
                {label === MESSAGES.label && (
                  <CountBadge count={messages.count} cap={UNREAD_BADGE_CAP} label={`${messages.label}, `} />
                )}
              </span>
              <span className="max-[18rem]:sr-only">{label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function YellowDot() {
  return (
    <span
      data-testid="premium-dot"
      className="absolute -top-0.5 -right-1 size-2 rounded-full bg-[oklch(0.87_0.17_95)] ring-2 ring-bg"
    >
      <span className="sr-only">Upgrade available</span>
    </span>
  );
}
