import { AUTH_COPY } from '../features/auth/auth.copy.ts';
import { AuthFrame } from '../features/auth/components/auth-frame.tsx';
import { LoginForm } from '../features/auth/components/login-form.tsx';
import { SecondStepForm } from '../features/auth/components/second-step-form.tsx';
import { useSession } from '../lib/session.ts';

/** The password, and for who has one the second step. */
export function LoginScreen() {
  const second = useSession().status === 'second_factor';
  const copy = second ? AUTH_COPY.second : AUTH_COPY.login;
  return (
    <AuthFrame title={copy.title} lead={copy.lead}>
      {second ? <SecondStepForm /> : <LoginForm />}
    </AuthFrame>
  );
}
