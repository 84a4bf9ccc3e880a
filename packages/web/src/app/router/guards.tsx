import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { useMe } from '../../features/profile/profile.hooks.ts';
import { GUARD_MESSAGES } from '../../lib/errors/catalogue.ts';
import { SIGN_IN_TOASTS } from '../../lib/errors/report-api-error.ts';
import { STARTUP_MESSAGES } from '../../lib/errors/startup-messages.ts';
import { PATHS } from '../../lib/paths.ts';
import { useSessionContext } from '../../lib/session/session.ts';
import { toast } from '../../lib/toast.ts';
import { FullScreenLoader } from '../../ui/loaders/full-screen-loader.tsx';
import { AccountNotice, hasAccountNotice } from '../account/account-notices.tsx';
import { UnableToConnectScreen } from '../crash/crash-screens.tsx';
import { useAccount } from '../use-account.ts';
import { decideAccess, type GuardNeeds } from './guard.rules.ts';

/** Shows its child routes to users who may open them, and redirects everyone else. */
export function Guard(needs: GuardNeeds) {
  const account = useAccount();
  const me = useMe().data;
  const { signedOutByUser, signedOutElsewhere } = useSessionContext();
  const location = useLocation();
  const verdict = decideAccess(account, needs);
  if (verdict === 'load') return <FullScreenLoader />;
  if (verdict === 'unreachable') return <UnableToConnectScreen message={STARTUP_MESSAGES.unavailable} />;
  if (verdict === 'login' && signedOutByUser) return <Navigate to={PATHS.signIn} replace />;
  if (verdict === 'login') {
    return (
      <RedirectWithToast
        to={PATHS.signIn}
        toastId={SIGN_IN_TOASTS.guard}
        message={signedOutElsewhere ? null : GUARD_MESSAGES.login}
        from={location.pathname + location.search + location.hash}
      />
    );
  }
  if (verdict === 'verify') return <RedirectWithToast to={PATHS.verifyEmail} message={GUARD_MESSAGES.verify} />;
  if (verdict === 'premium') return <RedirectWithToast to={PATHS.subscription} message={GUARD_MESSAGES.premium} />;
  if (hasAccountNotice(me, location.pathname)) return <AccountNotice me={me} />;
  return <Outlet />;
}

interface RedirectWithToastProps {
  to: string;
  message: string | null;
  toastId?: string;
  from?: string;
}

function RedirectWithToast({ to, message, toastId = `guard-${to}`, from }: RedirectWithToastProps) {
  useEffect(() => {
    // That the session has expired already says to log in again.
    if (message && !toast.isOpen(SIGN_IN_TOASTS.expired)) toast.info(message, { id: toastId });
  }, [toastId, message]);
  return <Navigate to={to} replace state={from ? { from } : null} />;
}

/** For signed-out visitors only. Signed-in users are redirected to the page they wanted, or to the dashboard. */
export function GuestOnly() {
  const { status } = useAccount();
  const location = useLocation();
  if (status === 'loading') return <FullScreenLoader />;
  if (status === 'unreachable') return <UnableToConnectScreen message={STARTUP_MESSAGES.unavailable} />;
  if (status === 'signed_in') return <Navigate to={getReturnPath(location.state, location.search)} replace />;
  return <Outlet />;
}

/**
 * The page the visitor wanted before signing in, or the dashboard. After a sign-in at another site it is in the query
 * string. Only paths of this application are accepted.
 */
export function getReturnPath(state: unknown, search = ''): string {
  const from = (state as { from?: unknown } | null)?.from ?? new URLSearchParams(search).get('from');
  return typeof from === 'string' && isOwnPath(from) ? from : PATHS.dashboard;
}

const OWN_PATH = /^\/(?!\/)[^\s\\]*$/;

/** Browsers drop tabs and newlines from a URL and treat a backslash as a slash, so `/<tab>/host` would be another site. */
function isOwnPath(path: string): boolean {
  const here = window.location.origin;
  return OWN_PATH.test(path) && URL.canParse(path, here) && new URL(path, here).origin === here;
}
