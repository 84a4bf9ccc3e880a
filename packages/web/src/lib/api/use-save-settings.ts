import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ErrorContext } from '../errors/catalogue.ts';
import { reportFailure } from '../errors/report-failure.ts';

export interface SaveSettingsOptions<Settings, Change> {
  /** The query whose data the settings are. */
  query: { queryKey: QueryKey };
  save: (change: Change) => Promise<Settings>;
  /** The settings with the change, as the server will answer them. */
  apply: (settings: Settings, change: Change) => Settings;
  context?: ErrorContext;
}

/** Saves changes of settings one after the other. The screen shows each at once, and the last saved ones again after a failure. */
export function useSaveSettings<Settings, Change>({
  query,
  save,
  apply,
  context,
}: SaveSettingsOptions<Settings, Change>) {
  const client = useQueryClient();
  const { queryKey } = query;
  const isLast = () => client.isMutating({ mutationKey: queryKey }) === 1;
  return useMutation({
    mutationKey: queryKey,
    // The later of two changes counts.
    scope: { id: queryKey.join(' ') },
    mutationFn: save,
    onMutate: (change: Change) => {
      const before = client.getQueryData<Settings>(queryKey);
      client.setQueryData<Settings>(queryKey, (shown) => shown && apply(shown, change));
      return { before, shown: client.getQueryData<Settings>(queryKey) };
    },
    // Also what changed elsewhere, such as by the link in an email. A later change is on its way and answers for both.
    onSuccess: (settings) => {
      if (isLast()) client.setQueryData<Settings>(queryKey, settings);
    },
    onError: (error, change, shown, mutation) => {
      if (client.getQueryData(queryKey) === shown?.shown) client.setQueryData<Settings>(queryKey, shown?.before);
      // What was shown before may be an earlier choice that failed, too.
      if (isLast()) void client.invalidateQueries({ queryKey });
      reportFailure({ ...(context && { context }) })(error, change, shown, mutation);
    },
  });
}
