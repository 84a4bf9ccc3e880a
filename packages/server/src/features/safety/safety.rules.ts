import type { TrustChangeKind } from '@soulsight/affinity/trust';
import type { MODERATION_ACTIONS, REPORT_CATEGORIES } from '@soulsight/contract/safety';
import { DAY_MS } from '@soulsight/contract/time';

type Action = (typeof MODERATION_ACTIONS)[number];
type Category = (typeof REPORT_CATEGORIES)[number];

export const SUSPENSION_MS = 7 * DAY_MS;
const SERIOUS: readonly Category[] = ['scam', 'underage', 'threat', 'explicit_content'];

/** What a decision means: whether the report is upheld, until when the person is locked, and what it does to their trust. */
export function decideConsequences(action: Action, category: Category, now: Date) {
  const upheld = action !== 'dismiss';
  const trust: TrustChangeKind | null = !upheld
    ? null
    : SERIOUS.includes(category)
      ? 'serious_report_upheld'
      : 'report_upheld';
  return {
    status: upheld ? ('upheld' as const) : ('dismissed' as const),
    locks: action === 'suspend' || action === 'ban',
    until: action === 'suspend' ? new Date(now.getTime() + SUSPENSION_MS) : null,
    trust,
  };
}

/** The sentence of the notification; the moderator's reason stands with the decision in Settings. */
export function sanctionNotification(action: Exclude<Action, 'dismiss'>): { title: string; body: string } {
  const bodies = {
    warn: 'A moderator looked at a report about you and left you a warning.',
    suspend: 'A moderator suspended your account for 7 days.',
    ban: 'A moderator closed your account to matching and chat.',
  };
  return { title: 'A decision about your account', body: `${bodies[action]} You can read why and appeal in Settings.` };
}
