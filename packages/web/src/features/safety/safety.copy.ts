import type { MODERATION_ACTIONS, REPORT_CATEGORIES } from '@soulsight/contract/safety';

export const CATEGORY_LABELS: Record<(typeof REPORT_CATEGORIES)[number], string> = {
  harassment: 'Harassment',
  scam: 'Scam or money',
  fake_profile: 'Not who they say they are',
  underage: 'Under 18',
  explicit_content: 'Explicit content',
  threat: 'Threat',
  other: 'Something else',
};
export const ACTION_LABELS: Record<(typeof MODERATION_ACTIONS)[number], string> = {
  dismiss: 'No action',
  warn: 'Warning',
  suspend: 'Suspended for 7 days',
  ban: 'Banned',
};
