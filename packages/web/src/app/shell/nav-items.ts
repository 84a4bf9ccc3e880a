import { Compass, Crown, House, type LucideIcon, MessageCircle, Settings, UserRound } from 'lucide-react';

export interface NavItem {
  to: string;
  label: string;
  icon: LucideIcon;
}

export const DISCOVER: NavItem = { to: '/matching', label: 'Discover', icon: Compass };
export const MESSAGES: NavItem = { to: '/chat', label: 'Messages', icon: MessageCircle };
export const PROFILE: NavItem = { to: '/profile', label: 'Profile', icon: UserRound };
export const UPGRADE: NavItem = { to: '/subscription', label: 'Upgrade', icon: Crown };
export const PREMIUM: NavItem = { to: '/subscription', label: 'Premium', icon: Crown };
export const HOME: NavItem = { to: '/dashboard', label: 'Home', icon: House };

export interface QuickItem extends NavItem {
  /** The shortcut key in the palette. */
  key: string;
}

export const QUICK_ITEMS: readonly QuickItem[] = [
  { to: '/dashboard', label: 'Dashboard', icon: House, key: 'D' },
  { to: '/matching', label: 'Discover Matches', icon: Compass, key: 'M' },
  { to: '/chat', label: 'Messages', icon: MessageCircle, key: 'C' },
  { to: '/profile', label: 'My Profile', icon: UserRound, key: 'P' },
  { to: '/settings', label: 'Settings', icon: Settings, key: 'S' },
  { to: '/subscription', label: 'Premium', icon: Crown, key: 'U' },
];
