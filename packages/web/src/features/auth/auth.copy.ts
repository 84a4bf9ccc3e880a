/** Every sentence of signing up and signing in. */
export const AUTH_COPY = {
  login: {
    title: 'Welcome back',
    lead: 'Someone may have written to you.',
    submit: 'Sign in',
    forgot: 'Forgot your password?',
    noAccount: 'New here?',
    toRegister: 'Create an account',
  },
  register: {
    title: 'Begin unseen',
    lead: 'No photo needed. Who you are shows in how you talk.',
    submit: 'Create account',
    haveAccount: 'Already have an account?',
    toLogin: 'Sign in',
    analysis:
      'Let Soulsight learn from how I behave here (never from what exactly I write), to find people who fit. I can withdraw this at any time.',
    birthHint: 'You must be 18 or older. Others only ever see an age range.',
    passwordHint: 'At least 8 characters. A few words in a row are easy to remember and hard to guess.',
    closed: 'Sign-up is closed',
    closedLead: 'This installation takes no new people at the moment.',
  },
  providers: {
    or: 'or with your email',
    continueWith: (label: string) => `Continue with ${label}`,
  },
  second: {
    title: 'One more step',
    lead: 'The first step was right. Now show that it is you.',
    totp: 'Code of your authenticator app',
    totpHint: 'Six digits, new every 30 seconds.',
    phone: 'Code from the text message',
    phoneSent: (number: string) => `We sent a text message to ${number}.`,
    phoneAgain: 'Send another',
    webauthn: 'Use your passkey',
    webauthnHint: 'Your device asks for your fingerprint, your face or its PIN.',
    recovery: 'Recovery code',
    recoveryHint: 'One of the ten that you kept. It works once.',
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
    title: 'Check your mail',
    lead: 'We sent you a letter with a link and a six-digit code.',
    code: 'Six-digit code',
    submit: 'Verify',
    resend: 'Send it again',
    resent: 'A new letter is on its way.',
    done: 'Your email is verified',
    doneLead: 'You can now meet people.',
    doneElsewhere: 'Sign in here, and you can meet people.',
    continue: 'Continue',
    signIn: 'Sign in',
    linkFailed: 'This link has expired or was used before. Ask for a new one below.',
  },
  forgot: {
    title: 'Find your way back',
    lead: 'Tell us your email, and we send you a link for a new password.',
    submit: 'Send the link',
    sent: 'If there is an account with this address, a letter is on its way.',
    code: 'Six-digit code',
    codeHint: 'The letter has a link and a code. The code works on any device.',
    useCode: 'Use the code',
    back: 'Back to sign in',
  },
  reset: {
    title: 'A new password',
    lead: 'It replaces the old one everywhere, and your other devices are signed out.',
    submit: 'Save password',
    done: 'Your password is changed.',
    noSession: 'This link has expired or was used before.',
    otherBrowser:
      'This link works only in the browser where you asked for it. The code in the same letter works everywhere.',
    again: 'Ask for a new link',
  },
} as const;

/** Sentences that say more than a refusal's status does. */
export const REFUSALS = {
  unreachable: 'Unable to reach the server. Please try again.',
  cancelled: 'That was cancelled. Nothing has changed.',
  elsewhere: 'Signing in there did not work. Please try again, or another way.',
  captchaUnreachable: 'The check that you are a person cannot be loaded. Please allow it in this browser, and reload.',
  passkeyKnown: 'This device holds a passkey of yours already.',
  byCode: {
    user_banned: 'This account is locked.',
    weak_password: 'That password is too easy to guess. Please choose another.',
    same_password: 'Please choose a password that you have not used here.',
    email_exists: 'This address belongs to another account.',
    email_address_invalid: 'Please enter a valid email address',
    over_email_send_rate_limit: 'A letter was just sent. Please wait a minute before asking for another.',
    over_sms_send_rate_limit: 'A text message was just sent. Please wait a minute before asking for another.',
    over_request_rate_limit: 'Too many tries. Please wait a few minutes.',
    sms_send_failed: 'The text message could not be sent. Please check the number.',
    otp_expired: 'This code is wrong or has expired. Please check the newest letter.',
    reauthentication_not_valid: 'This code is wrong or has expired. Please check the newest letter.',
    session_not_found: 'Your session has ended. Please log in again.',
    insufficient_aal: 'Please confirm with your second step first.',
    signup_disabled: 'Sign-up is closed at the moment.',
    captcha_failed: 'Please show once more that you are a person.',
    mfa_verification_failed: 'That was not right. Please try again.',
    mfa_challenge_expired: 'That took too long. Please try again.',
    mfa_ip_address_mismatch: 'Your network changed in between. Please try again.',
    mfa_recovery_codes_locked: 'Too many wrong recovery codes. Wait a few minutes, or use another way.',
    mfa_factor_name_conflict: 'You have one of that name already.',
    too_many_enrolled_mfa_factors: 'You have as many as there can be. Remove one first.',
    mfa_phone_enroll_not_enabled: 'Text messages are not available here.',
    identity_already_exists: 'This sign-in belongs to another account already.',
    single_identity_not_deletable: 'This is your only way to sign in. Add another before you remove it.',
    email_conflict_identity_not_deletable: 'Without it your email would be that of another account.',
    manual_linking_disabled: 'Connecting further sign-ins is turned off here.',
    provider_email_needs_verification:
      'They have not verified your email address. Sign in another way, and connect them in Settings.',
  } as Readonly<Record<string, string>>,
};

/** Why another site's sign-in led back without success; the words in the address itself are anybody's, and are not shown. */
export function providerErrorMessage(search: URLSearchParams): string | null {
  const code = search.get('error_code');
  if (code === 'bad_oauth_callback' && search.get('error') === 'access_denied') return REFUSALS.cancelled;
  return code && (REFUSALS.byCode[code] ?? REFUSALS.elsewhere);
}
