import type { TrustChangeKind } from '@soulsight/affinity/trust';
import type { CASE_CATEGORIES, MODERATION_ACTIONS } from '@soulsight/contract/safety';
import { DAY_MS } from '@soulsight/contract/time';

type Action = (typeof MODERATION_ACTIONS)[number];
type Category = (typeof CASE_CATEGORIES)[number];

export const SUSPENSION_MS = 7 * DAY_MS;
/** The name of an account that has been deleted. */
export const UNKNOWN_NAME = 'Someone who left';
/** A threat, or somebody under 18. */
export const SEVERITY_MAX = 3;
const SEVERITY: Record<Category, number> = {
  underage: SEVERITY_MAX,
  threat: SEVERITY_MAX,
  scam: 2,
  explicit_content: 2,
  harassment: 2,
  ban_evasion: 2,
  fake_profile: 1,
  other: 0,
};
/** The owner of the key that a report's details are sealed with. */
export const reportVaultOwner = (reportId: string) => `report:${reportId}` as const;

/** What a further report of the same person adds to an open one. `id` is that of the further report. */
export type Addition = { id: string; category: Category; details: string };

/** The details of a report with those of the reports that were added to it, as a moderator and the reporter read them. */
export function joinDetails({ details, more = [] }: { details: string; more?: readonly Addition[] }): string {
  const added = more.map((addition) => `[${addition.category}] ${addition.details}`.trim());
  return [details, ...added].filter((text) => text !== '').join('\n\n');
}

/** 0 to 3: the order of the moderators' queue. */
export function rateSeverity(category: Category): number {
  return SEVERITY[category];
}

const SERIOUS: readonly Category[] = ['ban_evasion', 'scam', 'underage', 'threat', 'explicit_content'];

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

/** The notification of a sanction, and its email. The reason is in Settings, not here. */
export function sanctionNotification(action: Exclude<Action, 'dismiss'>, reportId: string) {
  const groupKey = `sanction:${reportId}`;
  return {
    kind: 'safety' as const,
    title: 'A decision about your account',
    body: `${SANCTIONS[action]} You can read why and appeal in Settings.`,
    href: '/settings',
    groupKey,
    ownMail: {
      key: groupKey,
      action: 'Read why',
      concerns: 'your account',
      paragraphs: [
        SANCTIONS[action],
        'You can read why in Settings. If you think the decision is wrong, you can appeal there. Another moderator will look at it.',
      ],
    },
  };
}

/** What the reporter hears: neither the name nor what exactly was decided. */
export function outcomeNotification(status: 'upheld' | 'dismissed', reportId: string) {
  return {
    kind: 'safety' as const,
    title: 'We looked at your report',
    body:
      status === 'upheld'
        ? 'A moderator agreed with your report and acted on it. Thank you for telling us.'
        : 'A moderator looked at your report and found no breach of our rules. You can still block anyone, at any time.',
    href: '/settings#people',
    groupKey: `report:${reportId}`,
  };
}

export function appealNotification(sanctionId: string) {
  const groupKey = `appeal:${sanctionId}`;
  return {
    kind: 'safety' as const,
    title: 'We answered your appeal',
    body: 'You can read the answer in Settings.',
    href: '/settings',
    groupKey,
    ownMail: {
      key: groupKey,
      action: 'Read the answer',
      concerns: 'your account',
      paragraphs: ['A moderator has looked at your appeal and answered it. You can read the answer in Settings.'],
    },
  };
}
