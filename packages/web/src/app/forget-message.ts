import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { conversationQuery, inboxQuery } from '../features/chat/chat.api.ts';
import { withLastDeleted } from '../features/chat/inbox/inbox.rules.ts';
import { matchesQuery } from '../features/match/match.api.ts';
import { QUERY_ROOTS } from '../lib/api/query-keys.ts';
import { useSignedIn } from '../lib/session/session.ts';

type Found = { conversation_id: string; seq: number };

/** Removes the text of a deleted message from all that this browser has of it outside of its conversation. */
export function useForgetMessage(): (message: Found) => void {
  const queries = useQueryClient();
  const userId = useSignedIn().user.id;
  return (message) => {
    forgetMessage(queries, message);
    import('./offline/saved-data.ts').then(
      ({ dropUnloadedThread }) => dropUnloadedThread(queries, userId, message.conversation_id),
      // Without the script the next start with a network drops it: the list says when a message was deleted last.
      () => {},
    );
  };
}

/** What was fetched: matches, search results, the wingman's quotes. */
function forgetMessage(queries: QueryClient, { conversation_id: id, seq }: Found): void {
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
