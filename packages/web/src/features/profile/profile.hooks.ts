import type { MeUpdate, Preferences } from '@soulsight/contract/profile';
import { type MutationScope, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSaveSettings } from '../../lib/api/use-save-settings.ts';
import { reportFailure } from '../../lib/errors/report-failure.ts';
import { useSession } from '../../lib/session/session.ts';
import {
  meQuery,
  orderPhotos,
  preferencesQuery,
  removePhoto,
  updateMe,
  updatePreferences,
  uploadPhoto,
} from './profile.api.ts';

/** The signed-in user; fetches nothing while signed out. */
export function useMe() {
  const session = useSession();
  return useQuery({ ...meQuery, enabled: session.status === 'signed_in' });
}

export function useUpdateMe() {
  const client = useQueryClient();
  return useMutation({
    // One after the other: of two changes the later one counts.
    scope: { id: 'me' },
    mutationFn: (update: MeUpdate) => updateMe(update),
    onSuccess: (me) => client.setQueryData(meQuery.queryKey, me),
    onError: reportFailure({ context: 'profile' }),
  });
}

export function usePreferences() {
  return useQuery(preferencesQuery);
}

export function useUpdatePreferences() {
  return useSaveSettings({
    query: preferencesQuery,
    save: updatePreferences,
    apply: (shown: Preferences, update: Partial<Preferences>) => ({ ...shown, ...update }),
    context: 'profile',
  });
}

function usePhotoMutation<V, R>(mutationFn: (value: V) => Promise<R>, scope?: MutationScope) {
  const client = useQueryClient();
  return useMutation({
    ...(scope && { scope }),
    mutationFn,
    onError: reportFailure({ context: 'profile' }),
    onSettled: () => client.invalidateQueries(meQuery),
  });
}

interface Upload {
  photo: File;
  /** Gets the share that has been sent, 0 to 1. */
  onProgress: (share: number) => void;
}

/** Its failures are reported by the form, which may have several at once. */
export function useUploadPhoto() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ photo, onProgress }: Upload) => uploadPhoto(photo, onProgress),
    onSettled: () => client.invalidateQueries(meQuery),
  });
}

export const useRemovePhoto = () => usePhotoMutation((id: string) => removePhoto(id));
export const useOrderPhotos = () => usePhotoMutation((ids: string[]) => orderPhotos(ids), { id: 'photo-order' });
