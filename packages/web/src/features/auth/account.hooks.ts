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

/** What the auth service holds of the person. */
export const useSignInAccount = () => useQuery(accountQuery);
/** How this installation lets people in; nothing where it does not tell. */
export const useAuthSettings = () => useQuery(authSettingsQuery).data;
/** @param made whether the person has any, without which there is nothing to ask for */
export const useRecoveryCodes = (made: boolean) => useQuery({ ...recoveryCodesQuery, enabled: made });
export const useDevices = () => useQuery(devicesQuery);

/** Tells why the auth service refused; what is no refusal of its own is a failed call like any other. */
export function showRefusal(error: unknown): void {
  if (isRefusal(error, 'cancelled')) toast.info(error.message);
  else if (isRefusal(error)) toast.error(error.message);
  else reportApiError(error, { context: 'login' });
}

/** A change of how the person signs in: all that is shown of it is asked anew, whether it went well or not. */
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
