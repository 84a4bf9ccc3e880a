import type { QueryClient } from '@tanstack/react-query';
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
  // The help in a hard moment quotes nothing, and must not vanish while it is fetched.
  const help = 'help';
  void queries.resetQueries({ queryKey: QUERY_ROOTS.wingman, predicate: ({ queryKey }) => queryKey[1] !== help });
  void queries.invalidateQueries({ queryKey: [...QUERY_ROOTS.wingman, help] });
}
