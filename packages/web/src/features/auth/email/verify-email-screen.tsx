import type { ReactNode } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { useInterval } from '../../../lib/hooks/use-interval.ts';
import { PATHS } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/loaders/spinner.tsx';
import { useAuthSettings } from '../account.hooks.ts';
import { refreshAccount } from '../auth.api.ts';
import { AUTH_COPY } from '../auth.copy.ts';
import { AuthFrame, FormRefusal } from '../components/auth-frame.tsx';
import { VerifyEmailForm } from './verify-email-form.tsx';

const COPY = AUTH_COPY.verify;
/** How often an open page checks whether the link was opened on another device. */
const LOOK_MS = 5_000;

/** Open to anyone: the link in the email and the guard lead here. */
export function VerifyEmailScreen() {
  const session = useSession();
  const location = useLocation();
  const [search] = useSearchParams();
  const settings = useAuthSettings();
  const signedIn = session.status === 'signed_in';
  const verified = signedIn && session.user.isVerified;
  useInterval(
    () => {
      if (!document.hidden) void refreshAccount();
    },
    signedIn && !verified ? LOOK_MS : null,
  );

  if (session.status === 'loading') {
    return (
      <AuthFrame page="verifyEmail" title={COPY.title} lead="">
        <Spinner size="lg" />
      </AuthFrame>
    );
  }
  if (session.status === 'second_factor') return <Navigate to={PATHS.signIn} replace />;
  if (verified) return <Done lead={COPY.doneLead} to={PATHS.dashboard} label={COPY.continue} />;
  // A valid link opened in a browser other than the one used to sign up verifies the email, but does not sign in.
  if (!signedIn && search.has('code')) return <Done lead={COPY.doneElsewhere} to={PATHS.signIn} label={COPY.signIn} />;

  const email = signedIn ? session.user.email : ((location.state as { email?: string } | null)?.email ?? '');
  const failed = search.get('error_code') ?? new URLSearchParams(location.hash.slice(1)).get('error_code');
  return (
    <AuthFrame page="verifyEmail" title={COPY.title} lead={email ? COPY.lead : COPY.leadUnknown}>
      <FormRefusal error={failed ? COPY.linkFailed : null} />
      <VerifyEmailForm key={email} email={email} />
      {settings?.hasDevMailbox && (
        <p className="text-center text-sm text-ink-soft">
          {COPY.devMailbox}{' '}
          <a href="/dev/mailbox" target="_blank" rel="noreferrer" className="text-accent-text underline">
            {COPY.devMailboxLink}
          </a>
        </p>
      )}
    </AuthFrame>
  );
}

function Done({ lead, to, label }: { lead: ReactNode; to: string; label: string }) {
  return (
    <AuthFrame page="verifyEmail" title={COPY.done} lead={lead}>
      <ButtonLink to={to} size="lg">
        {label}
      </ButtonLink>
    </AuthFrame>
  );
}
