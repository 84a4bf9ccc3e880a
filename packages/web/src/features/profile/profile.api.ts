import {
  deletePhoto,
  getExport,
  getMe,
  getPlaces,
  getPreferences,
  type MeUpdate,
  type Preferences,
  patchMe,
  postDeleteMe,
  postPhoto,
  postRestoreMe,
  putPhotoOrder,
  putPreferences,
} from '@soulsight/contract/profile';
import { HOUR_MS } from '@soulsight/contract/time';
import { queryOptions } from '@tanstack/react-query';
import { call, download } from '../../lib/api/api.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';
import { uploadWith } from '../../lib/api/upload.ts';

/** The signed-in user. */
export const meQuery = queryOptions({
  queryKey: QUERY_ROOTS.me,
  queryFn: ({ signal }) => call(getMe, { signal }),
});

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: ({ signal }) => call(getPreferences, { signal }),
});

const PLACES_STALE_MS = HOUR_MS;

/** Towns whose names start with a prefix; disabled for an empty prefix. */
export function placesQuery(prefix: string) {
  return queryOptions({
    queryKey: ['places', prefix],
    queryFn: ({ signal }) => call(getPlaces, { query: { q: prefix }, signal }),
    enabled: prefix.length > 0,
    staleTime: PLACES_STALE_MS,
  });
}

export const updateMe = (body: MeUpdate) => call(patchMe, { body });
/** `onProgress` gets the share that has been sent, 0 to 1. */
export const uploadPhoto = (photo: Blob, onProgress: (share: number) => void) =>
  call(postPhoto, { photo, send: uploadWith(onProgress) });
export const removePhoto = (id: string) => call(deletePhoto, { params: { id } });
export const orderPhotos = (ids: string[]) => call(putPhotoOrder, { body: { ids } });
export const updatePreferences = (body: Partial<Preferences>) => call(putPreferences, { body });
export const downloadExport = () => download(getExport);
export const deleteAccount = (password: string) =>
  call(postDeleteMe, { body: { confirm: 'DELETE', ...(password ? { password } : {}) } });
export const restoreAccount = () => call(postRestoreMe);
