import { createContext, useContext } from 'react';

/** The signed-in user as the auth service describes them. */
export interface SessionUser {
  id: string;
  email: string;
  /** Whether the email is confirmed. */
  isVerified: boolean;
  firstName: string | null;
  /** `subscription.plan` of the user's metadata; 'free' by default. */
  plan: string;
  metadata: Record<string, unknown>;
}

export type Session =
  | { status: 'loading' }
  | { status: 'signed_out' }
  /** A stored session has expired and cannot be renewed now: the auth service does not answer. */
  | { status: 'unreachable' }
  /** The first step of sign-in is done, the second is not. The server accepts this session only for the second step. */
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
  /** Ends the session on every device ('global') or on this one ('local'). */
  signOut: (scope?: 'global' | 'local') => Promise<void>;
  /** The user has just signed out, rather than the session having ended. */
  signedOutByUser?: boolean | undefined;
  /** The user has signed out in another tab or on another device. */
  signedOutElsewhere?: boolean | undefined;
}

export const SessionContext = createContext<SessionContextValue | null>(null);

/** The session and the function that ends it. */
export function useSessionContext(): SessionContextValue {
  const value = useContext(SessionContext);
  if (!value) throw new Error('SessionContext is missing');
  return value;
}

export function useSession(): Session {
  return useSessionContext().session;
}

/** The signed-in session. @throws when no user is signed in: use it only below the route guard */
export function useSignedIn(): Extract<Session, { status: 'signed_in' }> {
  const session = useSession();
  if (session.status !== 'signed_in') throw new Error('useSignedIn outside the guard');
  return session;
}
