import type { NotificationKind } from '@soulsight/contract/notifications';
import {
  Bell,
  Crown,
  Eye,
  Heart,
  HeartHandshake,
  type LucideIcon,
  MessageCircle,
  Shield,
  ShieldCheck,
  Sparkles,
  UserRound,
} from 'lucide-react';

const KIND_ICONS: Partial<Record<NotificationKind, LucideIcon>> = {
  match_mutual: HeartHandshake,
  like: Heart,
  message: MessageCircle,
  reveal: Eye,
  trust: ShieldCheck,
  insight: Sparkles,
  subscription: Crown,
  safety: Shield,
  account: UserRound,
};

/** The icon of a kind of notification; a bell where it has none of its own. */
export function kindIcon(kind: NotificationKind): LucideIcon {
  return KIND_ICONS[kind] ?? Bell;
}
