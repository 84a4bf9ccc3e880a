import { type ReactNode, useEffect, useState } from 'react';
import { useSessionContext } from '../session.ts';
import { createBrowserClient } from './browser-client.ts';
import type { RealtimeClient } from './client.types.ts';
import { ConnectionContext } from './connection.ts';
import { RealtimeContext } from './realtime-context.ts';

export interface RealtimeProviderProps {
  children: ReactNode;
  /** Whether the signed-in person may connect: their email is verified. */
  allowed: boolean;
  /** Another client, in tests. */
  client?: RealtimeClient;
}

/** Keeps the live connection in step with the session, the network and whether the page is looked at. */
export function RealtimeProvider({ children, allowed, client: given }: RealtimeProviderProps) {
  const [client] = useState(() => given ?? createBrowserClient());
  useSessionLink(client, allowed);
  useBrowserSigns(client);
  return (
    <RealtimeContext value={client}>
      <ConnectionContext value={client}>{children}</ConnectionContext>
    </RealtimeContext>
  );
}

function useSessionLink(client: RealtimeClient, allowed: boolean): void {
  const { session, left } = useSessionContext();
  // Who signs out goes before the server closes the link, which then has nothing to complain of.
  const signedIn = session.status === 'signed_in' && allowed && !left;
  const userId = signedIn ? session.user.id : null;
  const token = signedIn ? session.accessToken : null;
  useEffect(() => {
    if (userId && token) client.dispatch({ type: 'signed_in', userId, token });
    else client.dispatch({ type: 'signed_out' });
  }, [client, userId, token]);
}

function useBrowserSigns(client: RealtimeClient): void {
  useEffect(() => {
    const woken = () => client.dispatch({ type: 'woken' });
    const offline = () => client.dispatch({ type: 'went_offline' });
    const looked = () => document.visibilityState === 'visible' && woken();
    window.addEventListener('online', woken);
    window.addEventListener('offline', offline);
    document.addEventListener('visibilitychange', looked);
    return () => {
      window.removeEventListener('online', woken);
      window.removeEventListener('offline', offline);
      document.removeEventListener('visibilitychange', looked);
    };
  }, [client]);
}
