import { useSession } from '../../../lib/session/session.ts';
import { AUTH_COPY } from '../auth.copy.ts';
import { AuthFrame } from '../components/auth-frame.tsx';
import { SecondStepForm } from '../second-step/second-step-form.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** The sign-in form, then the second factor for users who have one. */
export function SignInScreen() {
  const second = useSession().status === 'second_factor';
  const copy = second ? AUTH_COPY.second : AUTH_COPY.login;
  return (
    <AuthFrame page="signIn" title={copy.title} lead={copy.lead}>
      {second ? <SecondStepForm /> : <SignInForm />}
    </AuthFrame>
  );
}
