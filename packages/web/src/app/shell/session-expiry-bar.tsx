import { createContext, useContext } from 'react';
import { useNavigate } from 'react-router';
import { PATHS } from '../../lib/paths.ts';
import { useSessionContext } from '../../lib/session/session.ts';

/** Shows the bar. Nothing sets this flag, because sessions refresh themselves. */
export const SessionExpiryFlag = createContext(false);

export function SessionExpiryBar() {
  const expiring = useContext(SessionExpiryFlag);
  const { signOut } = useSessionContext();
  const navigate = useNavigate();
  if (!expiring) return null;
  return (
    <div
      role="alert"
      className="sticky top-0 z-40 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-[oklch(0.87_0.155_95)] px-4 py-2 text-sm text-[oklch(0.22_0.04_80)]"
    >
      Your session is about to expire. Please save your work.
      <button
        type="button"
        className="min-h-11 px-2 font-semibold underline underline-offset-4"
        onClick={() => void signOut().then(() => navigate(PATHS.signIn))}
      >
        Sign Out
      </button>
    </div>
  );
}
