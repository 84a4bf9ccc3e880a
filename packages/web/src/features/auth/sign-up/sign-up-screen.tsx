import { PATHS } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { useAuthSettings } from '../account.hooks.ts';
import { AUTH_COPY } from '../auth.copy.ts';
import { AuthFrame } from '../components/auth-frame.tsx';
import { SignUpForm } from './sign-up-form.tsx';

const COPY = AUTH_COPY.register;

export function SignUpScreen() {
  const closed = useAuthSettings()?.signUpClosed === true;
  return (
    <AuthFrame page="signUp" title={closed ? COPY.closed : COPY.title} lead={closed ? COPY.closedLead : COPY.lead}>
      {closed ? <ButtonLink to={PATHS.signIn}>{COPY.toLogin}</ButtonLink> : <SignUpForm />}
    </AuthFrame>
  );
}
