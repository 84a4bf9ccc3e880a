import { AUTH_COPY } from '../features/auth/auth.copy.ts';
import { AuthFrame } from '../features/auth/components/auth-frame.tsx';
import { ForgotPasswordForm } from '../features/auth/components/forgot-password-form.tsx';

export function ForgotPasswordScreen() {
  return (
    <AuthFrame title={AUTH_COPY.forgot.title} lead={AUTH_COPY.forgot.lead}>
      <ForgotPasswordForm />
    </AuthFrame>
  );
}
