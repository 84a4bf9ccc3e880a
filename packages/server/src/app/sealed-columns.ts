import type { SealedColumn } from '../core/crypto/stored-texts.store.ts';
import { IDENTITY_DATA, USER_METADATA } from '../features/auth/account/sealed-account.ts';
import { PASS_REASON_LABEL } from '../features/match/decisions/decision.ts';
import { NOTIFICATION_LABEL } from '../features/notifications/notification-text.ts';
import { PLACE_NAME_LABEL } from '../features/profile/profile-text.ts';
import { AUDIT_OWNER, SAFETY_LABEL } from '../features/safety/safety-text.ts';
import { BECAUSE_LABEL } from '../features/wingman/suggestion-memory.ts';

const ofUser = (table: string, column: string, context: string): SealedColumn => ({
  table,
  column,
  context,
  owner: { userColumn: 'user_id' },
});

/** Columns of `sealedText` and `sealedRecord`. What they held before they were sealed is sealed once, by a job. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  ofUser('notifications', 'title', NOTIFICATION_LABEL),
  ofUser('notifications', 'body', NOTIFICATION_LABEL),
  ofUser('blocks', 'name', SAFETY_LABEL),
  ofUser('sanctions', 'reason', SAFETY_LABEL),
  ofUser('sanctions', 'appeal_text', SAFETY_LABEL),
  ofUser('sanctions', 'appeal_answer', SAFETY_LABEL),
  { table: 'audit_log', column: 'reason', context: SAFETY_LABEL, owner: { system: AUDIT_OWNER } },
  ofUser('match_sides', 'pass_reason', PASS_REASON_LABEL),
  {
    ...ofUser('users', 'user_metadata', USER_METADATA.context),
    owner: { userColumn: 'id' },
    clear: USER_METADATA.clear,
  },
  { ...ofUser('identities', 'identity_data', IDENTITY_DATA.context), clear: IDENTITY_DATA.clear },
  ofUser('wingman_suggestions', 'because', BECAUSE_LABEL),
  ofUser('profiles', 'place_name', PLACE_NAME_LABEL),
];
