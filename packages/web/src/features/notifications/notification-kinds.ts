import type { NotificationKind } from '@soulsight/contract/notifications';
import {
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

/** The label and icon of each kind of notification. */
export const KIND_DISPLAY: Record<NotificationKind, { label: string; Icon: LucideIcon }> = {
  match_mutual: { label: 'Mutual matches', Icon: HeartHandshake },
  like: { label: 'Likes that people show you', Icon: Heart },
  message: { label: 'Messages', Icon: MessageCircle },
  reveal: { label: 'Reveal requests', Icon: Eye },
  trust: { label: 'Trust score', Icon: ShieldCheck },
  insight: { label: 'New insights', Icon: Sparkles },
  subscription: { label: 'Subscription and payments', Icon: Crown },
  safety: { label: 'Safety', Icon: Shield },
  account: { label: 'Account', Icon: UserRound },
};
