import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { invalidateRoots } from '../../lib/api/query-keys.ts';
import { reportApiError } from '../../lib/errors/report-api-error.ts';
import { retryMutation } from '../../lib/errors/report-failure.ts';
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
export function showRefusal(error: unknown, retry?: () => void): void {
  if (isRefusal(error, 'cancelled')) toast.info(error.message);
  else if (isRefusal(error)) toast.error(error.message);
  else reportApiError(error, retry ? { retry } : {});
}

/**
 * A mutation of the sign-in settings. All auth queries are refetched afterwards, after failures too.
 * @param done shown after success, also when the refetch has removed the row with the button
 */
export function useAuthMutation<V, R>(mutationFn: (value: V) => Promise<R>, done?: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => void (done && toast.success(done)),
    onError: (error) => showRefusal(error, retryMutation(client, error)),
    // Not awaited: a refetch that fails, and takes the button away, must not withhold the answer, such as new recovery codes.
    onSettled: () => void invalidateRoots(client, 'auth'),
  });
}

export const useSignOutDevice = (done: string) => useAuthMutation(signOutDevice, done);
export const useRemoveFactor = (done: string) => useAuthMutation(removeFactor, done);
export const useConnectIdentity = () => useAuthMutation(connectIdentity);
export const useDisconnectIdentity = (done: string) =>
  useAuthMutation((identity: Identity) => disconnectIdentity(identity), done);
export const useSignInWith = () =>
  useAuthMutation(({ provider, from }: { provider: string; from: string }) => signInWith(provider, from));
