import type { EndpointRequest } from '@soulsight/contract/endpoint';
import {
  deleteBlock,
  deleteContactBlock,
  getAppeals,
  getAudit,
  getBlocks,
  getContactBlocks,
  getInquiries,
  getMetPeople,
  getModerationCase,
  getModerationReports,
  getSanctions,
  postAppeal,
  postAppealDecision,
  postContactBlock,
  postInquiryAnswer,
  postModerationDecision,
} from '@soulsight/contract/safety';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';

export const blocksQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.safety, 'blocks'],
  queryFn: ({ signal }) => call(getBlocks, { signal }),
});
export const metQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.safety, 'met'],
  queryFn: ({ signal }) => call(getMetPeople, { signal }),
});
export const contactBlocksQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.safety, 'contacts'],
  queryFn: ({ signal }) => call(getContactBlocks, { signal }),
});
export const sanctionsQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.safety, 'sanctions'],
  queryFn: ({ signal }) => call(getSanctions, { signal }),
});
export const reportsQuery = infiniteQueryOptions({
  queryKey: [...QUERY_ROOTS.moderation, 'reports'],
  queryFn: ({ pageParam, signal }) =>
    call(getModerationReports, { query: { status: 'open', cursor: pageParam ?? undefined }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
});
export const caseQuery = (id: string) =>
  queryOptions({
    queryKey: [...QUERY_ROOTS.moderation, 'case', id],
    queryFn: ({ signal }) => call(getModerationCase, { params: { id }, signal }),
  });
export const appealsQuery = queryOptions({
  queryKey: [...QUERY_ROOTS.moderation, 'appeals'],
  queryFn: ({ signal }) => call(getAppeals, { signal }),
});
export const inquiriesQuery = infiniteQueryOptions({
  queryKey: [...QUERY_ROOTS.moderation, 'inquiries'],
  queryFn: ({ pageParam, signal }) => call(getInquiries, { query: { cursor: pageParam ?? undefined }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
});
export const auditQuery = infiniteQueryOptions({
  queryKey: [...QUERY_ROOTS.moderation, 'audit'],
  queryFn: ({ pageParam, signal }) => call(getAudit, { query: { cursor: pageParam ?? undefined }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
});

export type Decision = NonNullable<EndpointRequest<typeof postModerationDecision>['body']>;
export const unblock = (id: string) => call(deleteBlock, { params: { id } });
export const blockContact = (contact: string) => call(postContactBlock, { body: { contact } });
export const unblockContact = (id: string) => call(deleteContactBlock, { params: { id } });
export const appeal = (of: { id: string; text: string }) =>
  call(postAppeal, { params: { id: of.id }, body: { text: of.text } });
export const decideReport = ({ id, ...body }: Decision & { id: string }) =>
  call(postModerationDecision, { params: { id }, body });
export const decideAppeal = ({ id, ...body }: { id: string; grant: boolean; answer: string }) =>
  call(postAppealDecision, { params: { id }, body });
export const answerInquiry = ({ id, answer }: { id: string; answer: string | null }) =>
  call(postInquiryAnswer, { params: { id }, body: { answer } });
