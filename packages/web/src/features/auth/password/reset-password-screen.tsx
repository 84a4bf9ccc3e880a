import { useSearchParams } from 'react-router';
import { STARTUP_MESSAGES } from '../../../lib/errors/startup-messages.ts';
import { PATHS } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/loaders/spinner.tsx';
import { AUTH_COPY } from '../auth.copy.ts';
import { AuthFrame } from '../components/auth-frame.tsx';
import { SecondStepForm } from '../second-step/second-step-form.tsx';
import { PASSWORD_REASON } from '../session/mailed-link.ts';
import { EmailCodeForm } from './email-code-form.tsx';
import { ResetPasswordForm } from './reset-password-form.tsx';

const COPY = AUTH_COPY.reset;
/** Links that lead here without anybody having asked for a new password. */
const REASONS = { invite: AUTH_COPY.invite, undo: AUTH_COPY.undo } as const;

/** The target of the email link. Users with a second factor must pass it before they can set the new password. */
export function ResetPasswordScreen() {
  const { status } = useSession();
  const [search] = useSearchParams();
  // An unused code in the URL means that the link was opened in a browser that did not request it.
  const isOtherBrowser = search.has('code');
  const reason = search.get(PASSWORD_REASON);
  const { title, lead } = reason === 'invite' || reason === 'undo' ? REASONS[reason] : COPY;
  const leads = {
    loading: lead,
    unreachable: STARTUP_MESSAGES.unavailable,
    signed_in: lead,
    second_factor: AUTH_COPY.second.lead,
    signed_out: isOtherBrowser ? COPY.otherBrowser : COPY.noSession,
  };
  const isOver = status === 'signed_out' && !isOtherBrowser;
  return (
    <AuthFrame page="resetPassword" title={isOver ? COPY.noSessionTitle : title} lead={leads[status]}>
      {status === 'loading' && <Spinner size="lg" />}
      {status === 'signed_in' && <ResetPasswordForm passkeyInstead={reason === 'invite'} />}
      {status === 'second_factor' && <SecondStepForm />}
      {status === 'signed_out' && isOtherBrowser && <EmailCodeForm />}
      {status === 'signed_out' && (
        <div className="flex flex-col gap-3">
          <ButtonLink
            to={PATHS.forgotPassword}
            variant={isOtherBrowser ? 'ghost' : 'primary'}
            size={isOtherBrowser ? 'md' : 'lg'}
            block
          >
            {COPY.again}
          </ButtonLink>
          <ButtonLink to={PATHS.signIn} variant="ghost">
            {AUTH_COPY.forgot.back}
          </ButtonLink>
        </div>
      )}
    </AuthFrame>
  );
}
