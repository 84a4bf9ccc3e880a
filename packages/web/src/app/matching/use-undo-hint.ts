import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { preferencesQuery, updatePreferences } from '../../features/profile/profile.api.ts';

/**
 * Whether to say with a pass what premium adds to taking it back. It is said once for each account, whichever device is used.
 * @param passId the match that a free user has just passed; null for none
 */
export function useUndoHint(passId: string | null): boolean {
  const client = useQueryClient();
  const { data } = useQuery({ ...preferencesQuery, enabled: passId !== null });
  const [shownWith, setShownWith] = useState<string | null>(null);
  // A failure is silent: it is then said once more.
  const { mutate: remember } = useMutation({
    mutationFn: updatePreferences,
    onSuccess: (preferences) => client.setQueryData(preferencesQuery.queryKey, preferences),
  });
  const isNew = passId !== null && shownWith === null && data?.undo_hint_seen === false;
  useEffect(() => {
    if (!isNew) return;
    setShownWith(passId);
    remember({ undo_hint_seen: true });
  }, [isNew, passId, remember]);
  return passId !== null && shownWith === passId;
}
