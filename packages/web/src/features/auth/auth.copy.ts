/** Texts of signing up and signing in. */
export const AUTH_COPY = {
  login: {
    title: 'Welcome back',
    lead: 'Someone may have written to you.',
    submit: 'Sign in',
    passkey: 'Sign in with a passkey',
    forgot: 'Forgot your password?',
    noAccount: 'New here?',
    toRegister: 'Create an account',
  },
  lookAround: {
    title: 'Just looking?',
    lead: 'This installation has two people with conversations and a history. Try it as one of them.',
    free: 'Look around',
    premium: 'With Premium',
  },
  register: {
    title: 'Begin unseen',
    lead: 'No photo needed. Who you are shows in how you talk.',
    submit: 'Create account',
    haveAccount: 'Already have an account?',
    toLogin: 'Sign in',
    analysis:
      'Let Soulsight learn from how I behave here (never from my exact words) to find people who fit me. I can withdraw my consent at any time.',
    birthHint: 'You must be 18 or older. Others only ever see an age range.',
    passwordHint: 'At least 8 characters. A few words in a row are easy to remember and hard to guess.',
    closed: 'Sign-up is closed',
    closedLead: "We're not taking new sign-ups right now.",
  },
  providers: {
    or: 'or with your email',
    continueWith: (label: string) => `Continue with ${label}`,
  },
  second: {
    title: 'One more step',
    lead: "Your sign-in worked. Now confirm that it's you.",
    totp: 'Code from your authenticator app',
    totpHint: 'Six digits. A new code appears every 30 seconds.',
    phone: 'Code from the text message',
    phoneSent: (number: string) => `We sent a text message to ${number}.`,
    phoneAgain: 'Send another code',
    webauthn: 'Use your passkey',
    webauthnHint: 'Your device will ask for your fingerprint, face or PIN.',
    recovery: 'Recovery code',
    recoveryHint: 'One of the ten codes you saved. Each works once.',
    submit: 'Continue',
    otherAccount: 'Use another account',
    instead: {
      totp: 'Use your authenticator app',
      phone: 'Get a text message',
      webauthn: 'Use your passkey',
      recovery_code: 'Use a recovery code',
    },
  },
  verify: {
    title: 'Check your email',
    lead: 'We sent you a link and a code of six digits.',
    code: 'Six-digit code',
    submit: 'Verify',
    resend: 'Send it again',
    resent: 'We sent you a new email.',
    devMailbox: 'This installation is for trying out, so emails stay on this machine.',
    devMailboxLink: 'Open the mailbox',
    done: 'Your email is verified',
    doneLead: 'Next: a few questions about you.',
    doneElsewhere: 'Sign in here to continue.',
    continue: 'Continue',
    signIn: 'Sign in',
    linkFailed: 'This link has expired or was already used. Get a new one below.',
  },
  forgot: {
    title: 'Reset your password',
    lead: "Enter your email and we'll send you a link to set a new password.",
    submit: 'Send the link',
    sent: 'If this address has an account, we sent it an email.',
    code: 'Six-digit code',
    codeHint: 'The email has a link and a code. The code works on any device.',
    useCode: 'Use the code',
    back: 'Back to sign in',
  },
  reset: {
    title: 'Choose a new password',
    lead: 'It replaces your old one everywhere. Your other devices will be signed out.',
    submit: 'Save password',
    done: 'Your password has been changed.',
    noSession: 'This link has expired or was already used.',
    otherBrowser:
      'You asked for this in another browser. Enter the six-digit code from the same email to continue here.',
    again: 'Get a new link',
  },
  invite: {
    title: 'Welcome to Soulsight',
    lead: "You're in. Choose a password, so that you can come back on any device.",
    passkey: 'Use a passkey instead',
    passkeyAdded: 'You can sign in with your passkey from now on.',
  },
  undo: {
    title: 'Your account is yours again',
    lead: 'We removed what was added and signed out every device. Now choose a new password that nobody else knows.',
  },
} as const;

/** Messages for specific error codes of the auth service. */
export const REFUSALS = {
  unreachable: 'Unable to reach the server. Please try again.',
  cancelled: 'Cancelled. Nothing has changed.',
  elsewhere: "That sign-in didn't work. Please try again, or sign in another way.",
  captchaUnreachable:
    "We couldn't load the check that you're human. Please allow it in your browser, then reload the page.",
  anotherUser: 'Somebody else has signed in on this device. Nothing has changed.',
  passkeyKnown: 'This device already has a passkey for your account.',
  byCode: {
    user_banned: "This account is locked. If you think that's a mistake, write to us on the Contact page.",
    webauthn_verification_failed: "That passkey didn't work. Try another one, or use your password.",
    webauthn_challenge_not_found: 'That took a while. Please try again.',
    webauthn_challenge_expired: 'That took a while. Please try again.',
    webauthn_credential_exists: 'This passkey is in use already.',
    too_many_passkeys: 'You have as many passkeys as possible. Remove one first.',
    weak_password: 'That password is too easy to guess. Please choose another.',
    same_password: 'Please choose a different password from your current one.',
    email_exists: 'This email is already used by another account.',
    email_address_invalid: 'Please enter a valid email address',
    over_email_send_rate_limit: 'We just sent you an email. Please wait a minute before asking for another.',
    over_sms_send_rate_limit: 'We just sent you a text message. Please wait a minute before asking for another.',
    over_request_rate_limit: 'Too many attempts. Please wait a few minutes.',
    sms_send_failed: "We couldn't send the text message. Please check the number.",
    otp_expired: 'This code is wrong or has expired. Please use the one from our latest email.',
    reauthentication_not_valid: 'This code is wrong or has expired. Please use the one from our latest email.',
    link_expired: 'This link has expired or was already used. Sign in, or ask for a new one.',
    session_not_found: 'Your session has ended. Please sign in again.',
    insufficient_aal: "Please confirm that it's you with two-step verification first.",
    signup_disabled: 'Sign-up is closed at the moment.',
    captcha_failed: "Please confirm once more that you're human.",
    mfa_verification_failed: "That didn't work. Please try again.",
    mfa_challenge_expired: 'That took too long. Please try again.',
    mfa_ip_address_mismatch: 'Your network changed. Please try again.',
    mfa_recovery_codes_locked: 'Too many wrong recovery codes. Wait a few minutes, or use another method.',
    mfa_factor_name_conflict: 'You already have one with that name.',
    too_many_enrolled_mfa_factors: "You've reached the limit. Remove one first.",
    mfa_phone_enroll_not_enabled: "Text messages aren't available here.",
    identity_already_exists: 'This sign-in is already connected to another account.',
    single_identity_not_deletable: 'This is your only way to sign in. Add another before you remove it.',
    email_conflict_identity_not_deletable:
      "You can't disconnect this: another account already uses the email that would be left.",
    manual_linking_disabled: "You can't connect other accounts here.",
    provider_email_needs_verification:
      "That site hasn't verified your email address. Sign in another way, then connect it in Settings.",
  } as Readonly<Record<string, string>>,
};

/** Why a sign-in at a provider failed. The description in the URL is not shown: anyone can put text there. */
export function providerErrorMessage(search: URLSearchParams): string | null {
  const code = search.get('error_code');
  if (code === 'bad_oauth_callback' && search.get('error') === 'access_denied') return REFUSALS.cancelled;
  return code && (REFUSALS.byCode[code] ?? REFUSALS.elsewhere);
}
