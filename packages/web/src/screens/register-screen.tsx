import { useAuthSettings } from '../features/auth/account.hooks.ts';
import { AUTH_COPY } from '../features/auth/auth.copy.ts';
import { AuthFrame } from '../features/auth/components/auth-frame.tsx';
import { RegisterForm } from '../features/auth/components/register-form.tsx';
import { ButtonLink } from '../ui/button.tsx';

const COPY = AUTH_COPY.register;

export function RegisterScreen() {
  const closed = useAuthSettings()?.signUpClosed === true;
  return (
    <AuthFrame title={closed ? COPY.closed : COPY.title} lead={closed ? COPY.closedLead : COPY.lead}>
      {closed ? <ButtonLink to="/login">{COPY.toLogin}</ButtonLink> : <RegisterForm />}
    </AuthFrame>
  );
}
