import type { CASE_CATEGORIES, MARK_KINDS, MODERATION_ACTIONS } from '@soulsight/contract/safety';

export const CATEGORY_LABELS: Record<(typeof CASE_CATEGORIES)[number], string> = {
  harassment: 'Harassment',
  scam: 'Scam or money',
  fake_profile: 'Not who they say they are',
  underage: 'Under 18',
  explicit_content: 'Explicit content',
  threat: 'Threat',
  other: 'Something else',
  ban_evasion: 'Looks like a banned account',
};
/** What two accounts share. */
export const MARK_LABELS: Record<(typeof MARK_KINDS)[number], string> = {
  email: 'email address',
  phone: 'phone number',
  device: 'browser and network',
  network: 'network',
  photo: 'photo',
};
export const ACTION_LABELS: Record<(typeof MODERATION_ACTIONS)[number], string> = {
  dismiss: 'No action',
  warn: 'Warning',
  suspend: 'Suspended for 7 days',
  ban: 'Banned',
};
