import { changeSettings, type NotificationSettingsChange } from '@soulsight/contract/notifications';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { supportsPush } from '../../lib/browser/push-subscription.ts';
import { reportFailure } from '../../lib/errors/report-failure.ts';
import { useSession, useSignedIn } from '../../lib/session/session.ts';
import { toast } from '../../lib/toast.ts';
import {
  disablePush,
  enablePush,
  PUSH_KEY,
  renewPush,
  saveSettings,
  settingsQuery,
} from './notification-settings.api.ts';

export const useNotificationSettings = () => useQuery(settingsQuery);

/** Saves a change of the settings, which the screen shows at once. */
export function useSaveNotificationSettings() {
  const client = useQueryClient();
  const mutationKey = settingsQuery.queryKey;
  return useMutation({
    mutationKey,
    // One after the other: of two changes the later one counts.
    scope: { id: 'notification-settings' },
    mutationFn: saveSettings,
    onMutate: (change: NotificationSettingsChange) => {
      const before = client.getQueryData(settingsQuery.queryKey);
      client.setQueryData(settingsQuery.queryKey, (shown) => shown && changeSettings(shown, change));
      return { before, shown: client.getQueryData(settingsQuery.queryKey) };
    },
    // Also what changed elsewhere, such as by the link in an email. A later change is on its way and answers for both.
    onSuccess: (settings) => {
      if (client.isMutating({ mutationKey }) === 1) client.setQueryData(settingsQuery.queryKey, settings);
    },
    onError: (error, change, shown, context) => {
      if (client.getQueryData(settingsQuery.queryKey) === shown?.shown)
        client.setQueryData(settingsQuery.queryKey, shown?.before);
      // What was shown before may be an earlier choice that failed, too.
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries(settingsQuery);
      reportFailure()(error, change, shown, context);
    },
  });
}

const pushQuery = (userId: string) =>
  queryOptions({
    queryKey: [...PUSH_KEY, userId],
    queryFn: () => renewPush(userId),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Keeps push on in this browser for the user who turned it on. Used once, by the shell. */
export function useKeepPush(): void {
  const session = useSession();
  const userId = session.status === 'signed_in' ? session.user.id : '';
  useQuery({ ...pushQuery(userId), enabled: userId !== '' && supportsPush() });
}

/** Whether web push is on in this browser, and a function to change it. */
export function usePush() {
  const client = useQueryClient();
  const { user } = useSignedIn();
  const on = useQuery(pushQuery(user.id)).data ?? false;
  const change = useMutation({
    scope: { id: 'push' },
    mutationFn: async (wanted: boolean) => {
      if (!wanted) return disablePush();
      if (!(await enablePush(user.id)))
        toast.info('Your browser blocks notifications. You can allow them in its settings.');
    },
    onError: reportFailure(),
    onSettled: () => client.invalidateQueries(pushQuery(user.id)),
  });
  return { on, change: change.mutate, busy: change.isPending };
}
