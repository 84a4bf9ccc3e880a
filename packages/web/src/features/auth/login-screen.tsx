import { useSession } from '../../lib/session.ts';
import { AUTH_COPY } from './auth.copy.ts';
import { AuthFrame } from './components/auth-frame.tsx';
import { LoginForm } from './components/login-form.tsx';
import { SecondStepForm } from './components/second-step-form.tsx';

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
