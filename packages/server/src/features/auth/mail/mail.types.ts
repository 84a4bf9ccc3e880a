/** Every email that the auth service sends. */
export type AuthMail =
  | { kind: 'confirm_sign_up' | 'magic_link' | 'recovery' | 'invite'; to: string; link: string; code: string }
  | { kind: 'email_change_current'; to: string; newEmail: string; link: string; code: string }
  | { kind: 'email_change_new'; to: string; link: string; code: string }
  | { kind: 'reauthentication'; to: string; code: string }
  | { kind: 'already_registered' | 'email_change_taken'; to: string; link: string }
  | { kind: 'deletion_requested'; to: string; eraseAt: Date; link: string }
  /** `passkeys`: the names of those that the change removed. */
  | { kind: 'password_changed'; to: string; passkeys: string[]; link: string }
  | { kind: 'email_changed'; to: string; newEmail: string; link: string }
  | { kind: 'factor_added' | 'factor_removed'; to: string; factor: string; link: string }
  | { kind: 'passkey_added' | 'passkey_removed'; to: string; passkey: string; link: string }
  /** For an address without an account: rendered like any other, so that it costs the same, and not sent. */
  | { kind: 'decoy'; to: string };
