import type { QueryClient } from '@tanstack/react-query';
import { conversationQuery, inboxQuery } from '../features/chat/chat.api.ts';
import { withLastDeleted } from '../features/chat/inbox.rules.ts';
import { matchesQuery } from '../features/match/match.api.ts';
import { QUERY_ROOTS } from '../lib/api/query-keys.ts';

type Found = { conversation_id: string; seq: number };

/** Removes the text of a deleted message from what was fetched outside of its conversation: matches, search results, the wingman's quotes. */
export function forgetMessage(queries: QueryClient, { conversation_id: id, seq }: Found): void {
  queries.setQueryData(matchesQuery.queryKey, (answer) => {
    if (!answer) return answer;
    const conversations = answer.conversations.map((c) => (c.id === id ? withLastDeleted(seq)(c) : c));
    return { ...answer, conversations };
  });
  queries.setQueriesData<Found[]>({ queryKey: [...QUERY_ROOTS.chat, 'search'] }, (found) =>
    found?.filter((message) => message.conversation_id !== id || message.seq !== seq),
  );
  // Only what quotes messages of this conversation: the rest of an open panel stays.
  const matchId = findMatchId(queries, id);
  void queries.resetQueries({
    queryKey: QUERY_ROOTS.wingman,
    predicate: ({ queryKey: [, kind, of] }) =>
      kind === 'analysis' ? of === id : QUOTING.includes(kind) && (matchId === undefined || of === matchId),
  });
  void queries.invalidateQueries({ queryKey: [...QUERY_ROOTS.wingman, 'help'] });
}

/** The wingman's answers by match that quote messages. */
const QUOTING: readonly unknown[] = ['suggestions', 'model-suggestions'];

function findMatchId(queries: QueryClient, conversationId: string): string | undefined {
  const listed = queries.getQueryData(inboxQuery.queryKey)?.pages.flatMap((page) => page.conversations) ?? [];
  const single = queries.getQueryData(conversationQuery(conversationId).queryKey);
  return (single ?? listed.find(({ id }) => id === conversationId))?.match_id;
}
