import { AUTH_COPY } from '../auth.copy.ts';
import { AuthFrame } from '../components/auth-frame.tsx';
import { ForgotPasswordForm } from './forgot-password-form.tsx';

export function ForgotPasswordScreen() {
  return (
    <AuthFrame page="forgotPassword" title={AUTH_COPY.forgot.title} lead={AUTH_COPY.forgot.lead}>
      <ForgotPasswordForm />
    </AuthFrame>
  );
}
