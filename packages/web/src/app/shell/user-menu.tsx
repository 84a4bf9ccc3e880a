import { DEFAULT_TRUST_SCORE } from '@soulsight/contract/limits';
import {
  Crown,
  FileText,
  Gavel,
  LogOut,
  type LucideIcon,
  Settings,
  ShieldCheck,
  UserRound,
  Wrench,
} from 'lucide-react';
import { useNavigate } from 'react-router';
import { useMe } from '../../features/profile/profile.hooks.ts';
import { PAGE_IDS, PAGES, PATHS, type Page, type PageId } from '../../lib/paths.ts';
import { useSessionContext } from '../../lib/session/session.ts';
import { Aura } from '../../ui/aura/aura.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/menu.tsx';
import { isPremium, useAccount } from '../use-account.ts';

const ICON = 'size-4.5 text-ink-faint';
const MENU_PAGES = PAGE_IDS.filter((id) => (PAGES[id] as Page).inUserMenu);
/** Other pages have the icon of a text. */
const PAGE_ICONS: Partial<Record<PageId, LucideIcon>> = { profile: UserRound, settings: Settings };

/** The menu of the signed-in user: name, trust score, and links to their pages. */
export function UserMenu() {
  const { session, signOut } = useSessionContext();
  const me = useMe().data;
  const premium = isPremium(useAccount().plan);
  const navigate = useNavigate();
  if (session.status !== 'signed_in') return null;
  const email = me?.email ?? session.user.email;
  const name = me?.firstName ?? me?.name ?? session.user.firstName ?? email;
  const trust = Math.round(me?.trust_score ?? DEFAULT_TRUST_SCORE);
  const trigger = (
    <button
      type="button"
      aria-label="User menu"
      className="grid size-11 place-items-center rounded-full transition hover:bg-raised"
    >
      {me ? <Aura aura={me.aura} size={34} label="" /> : <Avatar alt="" size={30} />}
    </button>
  );
  return (
    <Menu trigger={trigger}>
      <div className="px-3 pt-2.5 pb-3">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-xs text-ink-faint">{email}</p>
        <p className="mt-2.5 flex items-center gap-1.5 text-xs text-ink-soft">
          <ShieldCheck aria-hidden className="size-4 text-good" />
          Trust Score <span className="tabular-nums">{trust}%</span>
        </p>
      </div>
      <MenuSeparator />
      {MENU_PAGES.map((id) => {
        const Icon = PAGE_ICONS[id] ?? FileText;
        return (
          <MenuLink key={id} to={PATHS[id]} icon={<Icon aria-hidden className={ICON} />}>
            {PAGES[id].title}
          </MenuLink>
        );
      })}
      {me?.is_moderator && (
        <MenuLink to={PATHS.moderation} icon={<Gavel aria-hidden className={ICON} />}>
          Moderation
        </MenuLink>
      )}
      {me?.is_operator && (
        <MenuLink to={PATHS.operations} icon={<Wrench aria-hidden className={ICON} />}>
          Operations
        </MenuLink>
      )}
      {!premium && (
        <MenuLink to={PATHS.subscription} icon={<Crown aria-hidden className="size-4.5 text-gold" />}>
          Upgrade to Premium
        </MenuLink>
      )}
      <MenuSeparator />
      <MenuItem
        icon={<LogOut aria-hidden className={ICON} />}
        onClick={() => void signOut().then(() => navigate(PATHS.signIn))}
      >
        Sign Out
      </MenuItem>
    </Menu>
  );
}
