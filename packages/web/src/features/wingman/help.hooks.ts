import { MINUTE_MS } from '@soulsight/contract/time';
import { getConversationHelp } from '@soulsight/contract/wingman';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api/api.ts';
import { QUERY_ROOTS } from '../../lib/api/query-keys.ts';
import { useThrottled } from '../../lib/hooks/use-throttled.ts';
import { useVisible } from '../../lib/hooks/use-visible.ts';

const FRESH_MS = 5 * MINUTE_MS;

/** @param seq the number of the last message: a new message may bring or end a hard moment */
const helpQuery = (conversationId: string, seq: number) =>
  queryOptions({
    queryKey: [...QUERY_ROOTS.wingman, 'help', conversationId, seq],
    queryFn: ({ signal }) => call(getConversationHelp, { params: { id: conversationId }, signal }),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    refetchOnWindowFocus: false,
  });

/** While people write quickly, help and suggestions are looked for this often at most. */
const MOMENT_EVERY_MS = 4_000;

/** The number of the last message, followed slowly, and not while the page is hidden. @param seq null until it is known */
export function useMoment(seq: number | null) {
  const isVisible = useVisible();
  const [seen, setSeen] = useState(seq);
  if (isVisible && seen !== seq) setSeen(seq);
  return useThrottled(seen, MOMENT_EVERY_MS);
}

/** Help in a hard moment of a conversation; null if there is none. @param moment of `useMoment` */
export function useHelp(conversationId: string, moment: number | null) {
  const { data } = useQuery({ ...helpQuery(conversationId, moment ?? 0), enabled: moment !== null && moment > 0 });
  return data?.care ?? null;
}
