import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isApiError } from '../../lib/api/api-error.ts';
import { invalidateRoots } from '../../lib/api/query-keys.ts';
import { reportFailure } from '../../lib/errors/report-failure.ts';
import {
  answerInquiry,
  appeal,
  appealsQuery,
  auditQuery,
  blockContact,
  blocksQuery,
  caseQuery,
  contactBlocksQuery,
  decideAppeal,
  decideReport,
  inquiriesQuery,
  metQuery,
  reportsQuery,
  sanctionsQuery,
  unblock,
  unblockContact,
} from './safety.api.ts';

export const useBlocks = () => useQuery(blocksQuery);
export const useMetPeople = () => useQuery(metQuery);
export const useContactBlocks = () => useQuery(contactBlocksQuery);
export const useSanctions = () => useQuery(sanctionsQuery);
export const useReports = () => useInfiniteQuery(reportsQuery);
export const useCase = (id: string, enabled: boolean) => useQuery({ ...caseQuery(id), enabled });
export const useAppeals = () => useQuery(appealsQuery);
export const useInquiries = () => useInfiniteQuery(inquiriesQuery);
export const useAudit = () => useInfiniteQuery(auditQuery);

function useSafetyMutation<V, R>(mutationFn: (value: V) => Promise<R>, area: 'safety' | 'moderation') {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onError: reportFailure(),
    onSettled: () => invalidateRoots(client, area),
  });
}

export const useUnblock = () => useSafetyMutation(unblock, 'safety');
export const useUnblockContact = () => useSafetyMutation(unblockContact, 'safety');
export const useAppeal = () => useSafetyMutation(appeal, 'safety');
export const useDecideReport = () => useSafetyMutation(decideReport, 'moderation');
export const useDecideAppeal = () => useSafetyMutation(decideAppeal, 'moderation');
export const useAnswerInquiry = () => useSafetyMutation(answerInquiry, 'moderation');

/** What is wrong with the address, if the server said so. */
export function getContactError(error: unknown): string | undefined {
  return isApiError(error) ? error.fields.contact : undefined;
}

/** Blocks an email address or phone number. The form shows what is wrong with it. */
export function useBlockContact(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: blockContact,
    onSuccess: onDone,
    onError: (error, ...rest) => {
      if (!getContactError(error)) reportFailure()(error, ...rest);
    },
    onSettled: () => void invalidateRoots(client, 'safety'),
  });
}
