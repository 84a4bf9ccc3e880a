import { changeSettings } from '@soulsight/contract/notifications';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSaveSettings } from '../../lib/api/use-save-settings.ts';
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
  return useSaveSettings({ query: settingsQuery, save: saveSettings, apply: changeSettings });
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
