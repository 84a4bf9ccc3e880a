import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { invalidateRoots } from '../../lib/api/query-keys.ts';
import { reportApiError } from '../../lib/errors/report-api-error.ts';
import { toast } from '../../lib/toast.ts';
import {
  accountQuery,
  authSettingsQuery,
  connectIdentity,
  devicesQuery,
  disconnectIdentity,
  type Identity,
  signInWith,
  signOutDevice,
} from './account.api.ts';
import { isRefusal } from './auth-refusal.ts';
import { recoveryCodesQuery, removeFactor } from './second-step/second-step.api.ts';

/** The signed-in user's account at the auth service. */
export const useSignInAccount = () => useQuery(accountQuery);
/** The public settings of the auth service; undefined until they are loaded. */
export const useAuthSettings = () => useQuery(authSettingsQuery).data;
/** @param made whether the user has recovery codes; without any there is nothing to fetch */
export const useRecoveryCodes = (made: boolean) => useQuery({ ...recoveryCodesQuery, enabled: made });
export const useDevices = () => useQuery(devicesQuery);

/** Shows why the auth service refused. Other errors are reported like those of any failed call. */
export function showRefusal(error: unknown): void {
  if (isRefusal(error, 'cancelled')) toast.info(error.message);
  else if (isRefusal(error)) toast.error(error.message);
  else reportApiError(error, { context: 'login' });
}

/** A mutation of the sign-in settings. All auth queries are refetched afterwards, after failures too. */
export function useAuthMutation<V, R>(mutationFn: (value: V) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onError: showRefusal,
    onSettled: () => invalidateRoots(client, 'auth'),
  });
}

export const useSignOutDevice = () => useAuthMutation(signOutDevice);
export const useRemoveFactor = () => useAuthMutation(removeFactor);
export const useConnectIdentity = () => useAuthMutation(connectIdentity);
export const useDisconnectIdentity = () => useAuthMutation((identity: Identity) => disconnectIdentity(identity));
export const useSignInWith = () =>
  useAuthMutation(({ provider, from }: { provider: string; from: string }) => signInWith(provider, from));
