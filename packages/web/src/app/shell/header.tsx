import { UNREAD_BADGE_CAP } from '@soulsight/contract/limits';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import { cx } from 'class-variance-authority';
import { Bell, Crown } from 'lucide-react';
import { NavLink } from 'react-router';
import { useUnreadCount } from '../../features/notifications/notifications.hooks.ts';
import { PATHS } from '../../lib/paths.ts';
import { Badge, CountBadge } from '../../ui/badge.tsx';
import { Brand } from '../../ui/brand.tsx';
import { Link } from '../../ui/link.tsx';
import { isPremium, useAccount } from '../use-account.ts';
import { ConnectionPill } from './connection-pill.tsx';
import { DISCOVER, MESSAGES, type NavItem, PREMIUM, PROFILE, UPGRADE } from './nav-items.ts';
import { QuickNavigationButton } from './quick-navigation.tsx';
import { useMessagesCount } from './unread.ts';
import { UserMenu } from './user-menu.tsx';

/** The header for signed-in users. */
export function Header() {
  const premium = isPremium(useAccount().plan);
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-bg/85 backdrop-blur-xl">
      <div className="mx-auto flex h-16 max-w-7xl low:h-12 items-center gap-2 px-2.5 sm:gap-4 sm:px-5 md:max-lg:gap-2 md:max-lg:px-2.5">
        <Link
          to={PATHS.dashboard}
          aria-label={PRODUCT_NAME}
          className="flex min-h-11 items-center gap-2.5 rounded-full"
        >
          <Brand
            // Next to the badge there is no room for the name on a phone.
            className={premium ? 'max-[27rem]:[&>span]:sr-only' : 'max-[24.3rem]:[&>span]:sr-only'}
          />
        </Link>
        {premium && (
          <Badge tone="gold" icon={<Crown aria-hidden className="size-3.5" />}>
            <span className="max-[27rem]:sr-only md:max-lg:sr-only">Premium</span>
          </Badge>
        )}
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex lg:ml-4">
          {[DISCOVER, MESSAGES, PROFILE, premium ? PREMIUM : UPGRADE].map((item) => (
            <HeaderLink key={item.label} item={item} />
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-0.5 sm:gap-1.5">
          <ConnectionPill />
          <QuickNavigationButton place="header" />
          <NotificationBell />
          <UserMenu />
        </div>
      </div>
    </header>
  );
}

function HeaderLink({ item }: { item: NavItem }) {
  return (
    <NavLink
      to={item.to}
      className={({ isActive }) =>
        cx(
          'flex min-h-11 items-center rounded-full px-2.5 text-sm font-medium transition duration-200 lg:px-4',
          isActive && 'bg-raised text-ink',
          !isActive && (item.label === 'Upgrade' ? 'text-gold' : 'text-ink-soft hover:text-ink'),
        )
      }
    >
      {item.label === MESSAGES.label ? <MessagesLabel /> : item.label}
    </NavLink>
  );
}

function MessagesLabel() {
  const { count, label } = useMessagesCount();
  return (
    <span className="relative -mr-3 pr-3">
      {MESSAGES.label}
      {count > 0 && <span className="sr-only">, </span>}
      <CountBadge count={count} cap={UNREAD_BADGE_CAP} label={label} />
    </span>
  );
}

function NotificationBell() {
  const unread = useUnreadCount();
  return (
    <Link
      to={PATHS.notifications}
      title="Notifications"
      className="grid size-11 place-items-center rounded-full text-ink-soft transition hover:bg-raised hover:text-ink"
    >
      <span className="sr-only">Notifications{unread > 0 && ', '}</span>
      <span className="relative">
        <Bell aria-hidden className="size-5.5" strokeWidth={1.7} />
        <CountBadge count={unread} cap={UNREAD_BADGE_CAP} label={`${unread} unread`} />
      </span>
    </Link>
  );
}
