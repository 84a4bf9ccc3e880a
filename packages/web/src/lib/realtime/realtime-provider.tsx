import { type ReactNode, useEffect, useState } from 'react';
import { useSessionContext } from '../session/session.ts';
import { createBrowserClient } from './browser-client.ts';
import type { RealtimeClient } from './client.types.ts';
import { ConnectionContext } from './connection.ts';
import { RealtimeContext } from './realtime-context.ts';

export interface RealtimeProviderProps {
  children: ReactNode;
  /** Stays disconnected, although there is a session. */
  paused?: boolean;
  /** Replaces the browser's client in tests. */
  client?: RealtimeClient;
}

/** Connects and disconnects with the session, the network and the visibility of the page. */
export function RealtimeProvider({ children, paused = false, client: given }: RealtimeProviderProps) {
  const [client] = useState(() => given ?? createBrowserClient());
  useSessionLink(client, paused);
  useBrowserEvents(client);
  return (
    <RealtimeContext value={client}>
      <ConnectionContext value={client}>{children}</ConnectionContext>
    </RealtimeContext>
  );
}

function useSessionLink(client: RealtimeClient, paused: boolean): void {
  const { session, signedOutByUser } = useSessionContext();
  // Disconnect before the server does, so that signing out shows no error.
  const signedIn = session.status === 'signed_in' && !signedOutByUser && !paused;
  const userId = signedIn ? session.user.id : null;
  const token = signedIn ? session.accessToken : null;
  const expiresAt = signedIn ? session.expiresAt : undefined;
  useEffect(() => {
    if (userId && token) client.dispatch({ type: 'signed_in', userId, token, expiresAt });
    else client.dispatch({ type: 'signed_out' });
  }, [client, userId, token, expiresAt]);
  // Without its provider nobody would ever close the socket, and the client would go on connecting.
  useEffect(() => () => client.dispatch({ type: 'signed_out' }), [client]);
}

function useBrowserEvents(client: RealtimeClient): void {
  useEffect(() => {
    const wake = () => client.dispatch({ type: 'wake' });
    const offline = () => client.dispatch({ type: 'went_offline' });
    const onVisibilityChange = () => document.visibilityState === 'visible' && wake();
    window.addEventListener('online', wake);
    window.addEventListener('offline', offline);
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      window.removeEventListener('online', wake);
      window.removeEventListener('offline', offline);
      document.removeEventListener('visibilitychange', onVisibilityChange);
    };
  }, [client]);
}
