/** How long the owner can undo a change by the link in the email about it. */
export const UNDO_DAYS = 14;

/** Every email that the auth service sends. */
export type AuthMail =
  | { kind: 'confirm_sign_up' | 'magic_link' | 'recovery' | 'invite'; to: string; link: string; code: string }
  | { kind: 'email_change_current'; to: string; newEmail: string; link: string; code: string }
  | { kind: 'email_change_new'; to: string; link: string; code: string }
  | { kind: 'reauthentication'; to: string; code: string }
  | { kind: 'already_registered' | 'email_change_taken'; to: string; link: string }
  | { kind: 'deletion_requested'; to: string; eraseAt: Date; link: string }
  /** `removed`: the ways to sign in that the change removed. `undo`: the link for somebody who did not make the change. */
  | { kind: 'password_set' | 'password_changed'; to: string; removed: string[]; undo: string }
  | { kind: 'email_changed'; to: string; newEmail: string; link: string }
  | { kind: 'factor_added'; to: string; factor: string; undo: string }
  | { kind: 'factor_removed'; to: string; factor: string; link: string }
  | { kind: 'recovery_codes_made'; to: string; undo: string }
  | { kind: 'passkey_added'; to: string; passkey: string; undo: string }
  | { kind: 'passkey_removed'; to: string; passkey: string; link: string }
  /** `way`: the way to sign in: a provider with its address, a phone number, or the password. */
  | { kind: 'way_added' | 'way_removed'; to: string; way: string; undo: string }
  /** For an address without an account: it is rendered, so that the request takes as long as any other, but not sent. */
  | { kind: 'decoy'; to: string };
