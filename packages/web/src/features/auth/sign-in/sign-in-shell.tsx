import { PATHS } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { Link } from '../../../ui/link.tsx';
import { AUTH_COPY } from '../auth.copy.ts';
import { AuthFrame } from '../components/auth-frame.tsx';

const COPY = AUTH_COPY.login;

/** The sign-in page until its scripts have loaded: what is typed before would be lost, so nothing can be. */
export function SignInShell() {
  return (
    <AuthFrame page="signIn" title={COPY.title} lead={COPY.lead}>
      <noscript>
        <p className="rounded-md bg-bad-soft px-4 py-3 text-sm text-bad">{COPY.needsScripts}</p>
      </noscript>
      <div aria-busy="true" className="flex flex-col gap-5">
        <Input label="Email" type="email" disabled />
        <Input label="Password" type="password" disabled />
        <Link
          to={PATHS.forgotPassword}
          className="-mt-2 self-end py-2 text-sm text-ink-soft underline-offset-4 hover:underline"
        >
          {COPY.forgot}
        </Link>
        <Button size="lg" block disabled>
          {COPY.submit}
        </Button>
        <p className="text-center text-sm text-ink-soft">
          {COPY.noAccount}{' '}
          <Link to={PATHS.signUp} className="py-2 font-medium text-accent-text underline-offset-4 hover:underline">
            {COPY.toRegister}
          </Link>
        </p>
      </div>
    </AuthFrame>
  );
}
