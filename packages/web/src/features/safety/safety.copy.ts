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
/** What a decision does, for the moderator. */
export const ACTION_EFFECTS: Record<(typeof MODERATION_ACTIONS)[number], string> = {
  dismiss: 'The reporter hears that you found no breach of the rules. The reported person hears nothing.',
  warn: 'They read your reason, and their trust score falls.',
  suspend: "They read your reason, their trust score falls, and they can't meet or write to anyone for 7 days.",
  ban: 'They read your reason, and can never meet or write to anybody again, even with a new account.',
};
export const ACTION_LABELS: Record<(typeof MODERATION_ACTIONS)[number], string> = {
  dismiss: 'No action',
  warn: 'Warning',
  suspend: 'Suspended for 7 days',
  ban: 'Banned',
};
/** Entries of the audit log, by action. */
export const AUDIT_LABELS: Readonly<Record<string, string>> = {
  ...ACTION_LABELS,
  appeal_granted: 'Appeal granted',
  appeal_refused: 'Appeal refused',
  selfie_accepted: 'Selfie accepted',
  selfie_refused: 'Selfie refused',
  inquiry_answered: 'Message answered',
  inquiry_closed: 'Message closed',
};
