import { Compass, Crown, House, type LucideIcon, MessageCircle, Settings, UserRound } from 'lucide-react';
import { PATHS } from '../../lib/paths.ts';

export interface NavItem {
  to: string;
  label: string;
  icon: LucideIcon;
}

export const DISCOVER: NavItem = { to: PATHS.matching, label: 'Discover', icon: Compass };
export const MESSAGES: NavItem = { to: PATHS.chat, label: 'Messages', icon: MessageCircle };
export const PROFILE: NavItem = { to: PATHS.profile, label: 'Profile', icon: UserRound };
export const UPGRADE: NavItem = { to: PATHS.subscription, label: 'Upgrade', icon: Crown };
export const PREMIUM: NavItem = { to: PATHS.subscription, label: 'Premium', icon: Crown };
export const HOME: NavItem = { to: PATHS.dashboard, label: 'Home', icon: House };

export interface QuickItem extends NavItem {
  /** The shortcut key in the palette. */
  key: string;
}

export const QUICK_ITEMS: readonly QuickItem[] = [
  { to: PATHS.dashboard, label: 'Dashboard', icon: House, key: 'D' },
  { to: PATHS.matching, label: 'Discover Matches', icon: Compass, key: 'M' },
  { to: PATHS.chat, label: 'Messages', icon: MessageCircle, key: 'C' },
  { to: PATHS.profile, label: 'My Profile', icon: UserRound, key: 'P' },
  { to: PATHS.settings, label: 'Settings', icon: Settings, key: 'S' },
  { to: PATHS.subscription, label: 'Premium', icon: Crown, key: 'U' },
];
