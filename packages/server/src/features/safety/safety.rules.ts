import type { TrustChangeKind } from '@soulsight/affinity/trust';
import type { MODERATION_ACTIONS, REPORT_CATEGORIES } from '@soulsight/contract/safety';
import { DAY_MS } from '@soulsight/contract/time';

type Action = (typeof MODERATION_ACTIONS)[number];
type Category = (typeof REPORT_CATEGORIES)[number];

export const SUSPENSION_MS = 7 * DAY_MS;
/** The name of an account that has been deleted. */
export const UNKNOWN_NAME = 'Someone who left';
const SERIOUS: readonly Category[] = ['scam', 'underage', 'threat', 'explicit_content'];

/** The effects of a decision: whether the report is upheld, until when the user is locked (null: no end), and the change of trust. */
export function decideConsequences(action: Action, category: Category, now: Date) {
  return {
    status: action === 'dismiss' ? ('dismissed' as const) : ('upheld' as const),
    locks: action === 'suspend' || action === 'ban',
    until: action === 'suspend' ? new Date(now.getTime() + SUSPENSION_MS) : null,
    trustChange: action === 'dismiss' ? null : chooseTrustChange(category),
  };
}

function chooseTrustChange(category: Category): TrustChangeKind {
  return SERIOUS.includes(category) ? 'serious_report_upheld' : 'report_upheld';
}

const SANCTIONS: Record<Exclude<Action, 'dismiss'>, string> = {
  warn: 'A moderator looked at a report about you and left you a warning.',
  suspend: 'A moderator suspended your account for 7 days.',
  ban: 'A moderator closed your account to matching and chat.',
};

/** The notification of a sanction. The reason is in Settings, not here. */
export function sanctionNotification(action: Exclude<Action, 'dismiss'>, reportId: string) {
  return {
    kind: 'safety' as const,
    title: 'A decision about your account',
    body: `${SANCTIONS[action]} You can read why and appeal in Settings.`,
    href: '/settings',
    groupKey: `sanction:${reportId}`,
  };
}

export function appealNotification(sanctionId: string) {
  return {
    kind: 'safety' as const,
    title: 'Your appeal was answered',
    body: 'You can read the answer in Settings.',
    href: '/settings',
    groupKey: `appeal:${sanctionId}`,
  };
}
