import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { invalidateRoots } from '../../lib/api/query-keys.ts';
import { reportApiError } from '../../lib/errors/report-api-error.ts';
import {
  appeal,
  appealsQuery,
  auditQuery,
  blocksQuery,
  decideAppeal,
  decideReport,
  reportsQuery,
  sanctionsQuery,
  unblock,
} from './safety.api.ts';

export const useBlocks = () => useQuery(blocksQuery);
export const useSanctions = () => useQuery(sanctionsQuery);
export const useReports = () => useQuery(reportsQuery);
export const useAppeals = () => useQuery(appealsQuery);
export const useAudit = () => useInfiniteQuery(auditQuery);

function useSafetyMutation<V, R>(mutationFn: (value: V) => Promise<R>, area: 'safety' | 'moderation') {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onError: (error) => reportApiError(error),
    onSettled: () => invalidateRoots(client, area),
  });
}

export const useUnblock = () => useSafetyMutation(unblock, 'safety');
export const useAppeal = () => useSafetyMutation(appeal, 'safety');
export const useDecideReport = () => useSafetyMutation(decideReport, 'moderation');
export const useDecideAppeal = () => useSafetyMutation(decideAppeal, 'moderation');
