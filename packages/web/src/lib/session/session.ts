import { createContext, useContext } from 'react';

/** The signed-in person as the auth service tells of them. */
export interface SessionUser {
  id: string;
  email: string;
  /** Whether the email is confirmed. */
  isVerified: boolean;
  firstName: string | null;
  /** `subscription.plan` of the user's metadata; 'free' where it says nothing. */
  plan: string;
  metadata: Record<string, unknown>;
}

export type Session =
  | { status: 'loading' }
  | { status: 'signed_out' }
  /** The first step of signing in is done, the second is still to come. The server takes this session for nothing else. */
  | { status: 'second_factor'; user: SessionUser }
  | {
      status: 'signed_in';
      user: SessionUser;
      accessToken: string;
      refreshToken: string;
      /** Seconds since 1970. */
      expiresAt: number;
    };

export interface SessionContextValue {
  session: Session;
  /** Ends the session on every device of the person ('global') or here alone ('local'). */
  signOut: (scope?: 'global' | 'local') => Promise<void>;
  /** The person signed out by themselves just now, rather than having been turned away. */
  signedOutByUser?: boolean;
}

export const SessionContext = createContext<SessionContextValue | null>(null);

/** The session and the way out of it. */
export function useSessionContext(): SessionContextValue {
  const value = useContext(SessionContext);
  if (!value) throw new Error('SessionContext is missing');
  return value;
}

export function useSession(): Session {
  return useSessionContext().session;
}

/** The signed-in session; to be used only below the guard. */
export function useSignedIn(): Extract<Session, { status: 'signed_in' }> {
  const session = useSession();
  if (session.status !== 'signed_in') throw new Error('useSignedIn outside the guard');
  return session;
}
