import type { Conversation, Message } from '@soulsight/contract/chat';
import { Fragment } from 'react';
import { formatDay } from '../../../lib/format.ts';
import { messagePath } from '../../../lib/paths.ts';
import { personName } from '../../../lib/person.ts';
import { PersonAura } from '../../../ui/aura/person-aura.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { CHAT_COPY } from '../chat.copy.ts';
import { useChatSearch } from '../chat.hooks.ts';
import { cutExcerpt } from './excerpt.rules.ts';

/** Messages that match the search; each links to its place in the conversation. */
export function SearchResults({ q, conversations }: { q: string; conversations: readonly Conversation[] }) {
  const search = useChatSearch(q);
  if (search.isPending) return <TextSkeleton lines={4} className="p-4" />;
  if (search.isLoadingError) return <ErrorState error={search.error} onRetry={() => void search.refetch()} />;
  if (search.data.length === 0) {
    return (
      <p role="status" className="px-4 py-8 text-center text-sm text-ink-faint">
        {CHAT_COPY.inbox.noResults}
      </p>
    );
  }
  return (
    <ul aria-label="Messages found" className="flex flex-col gap-0.5">
      {search.data.map((message) => (
        <SearchResult
          key={message.id}
          message={message}
          q={q}
          conversation={conversations.find((c) => c.id === message.conversation_id)}
        />
      ))}
    </ul>
  );
}

interface SearchResultProps {
  message: Message;
  q: string;
  conversation: Conversation | undefined;
}

function SearchResult({ message, q, conversation }: SearchResultProps) {
  return (
    <li>
      <Link
        to={messagePath(message.conversation_id, message.seq)}
        className="flex items-center gap-3.5 rounded-lg px-3 py-3 transition hover:bg-raised/60"
      >
        {conversation && <PersonAura person={conversation.person} size={40} />}
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex items-baseline justify-between gap-3">
            <span className="truncate font-medium">{conversation ? personName(conversation.person) : 'Someone'}</span>
            <time dateTime={message.timestamp} className="shrink-0 text-2xs text-ink-faint">
              {formatDay(message.timestamp)}
            </time>
          </span>
          <span className="line-clamp-2 text-sm text-ink-faint">
            <Excerpt text={message.content} q={q} />
          </span>
        </span>
      </Link>
    </li>
  );
}

/** The part of a text around the first match, with all matches highlighted. */
function Excerpt({ text, q }: { text: string; q: string }) {
  const parts = cutExcerpt(text, q);
  return (
    <>
      {parts[0] && parts[0].at > 0 && '…'}
      {parts.map((part) =>
        part.isMatch ? (
          <mark key={part.at} className="rounded-xs bg-accent-soft text-accent-text">
            {part.text}
          </mark>
        ) : (
          <Fragment key={part.at}>{part.text}</Fragment>
        ),
      )}
    </>
  );
}
