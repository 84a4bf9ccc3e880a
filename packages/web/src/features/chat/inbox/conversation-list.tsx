import type { Conversation } from '@soulsight/contract/chat';
import { cx } from 'class-variance-authority';
import { CircleAlert, Search, X } from 'lucide-react';
import {
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useDeferredValue,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { moveWithArrowKeys } from '../../../lib/browser/arrow-keys.ts';
import { formatTimeOrDay } from '../../../lib/format.ts';
import { useToday } from '../../../lib/hooks/use-today.ts';
import { conversationPath, PATHS } from '../../../lib/paths.ts';
import { personName } from '../../../lib/person.ts';
import { useSignedIn } from '../../../lib/session/session.ts';
import { Aura } from '../../../ui/aura/aura.tsx';
import { PersonAura } from '../../../ui/aura/person-aura.tsx';
import { WELCOME_AURA } from '../../../ui/aura/welcome-aura.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Chips } from '../../../ui/chips.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { Link } from '../../../ui/link.tsx';
import { RowsSkeleton, Skeleton, TextSkeleton } from '../../../ui/skeleton.tsx';
import { SEARCH_MIN_CHARS } from '../chat.api.ts';
import { CHAT_COPY } from '../chat.copy.ts';
import { useInbox, useIsOnline, useTyping, useUnsent } from '../chat.hooks.ts';
import { readDraft } from '../composing/drafts.ts';
import type { Outgoing } from '../delivery/outgoing.store.ts';
import { INBOX_FILTERS, type InboxFilter, isInFilter } from './inbox.rules.ts';

/** Only a search shows them. */
const SearchResults = lazyPart(() => import('./search-results.tsx'), 'SearchResults', ErrorState);

/** With fewer conversations there is nothing to filter. */
const FILTERED_FROM = 3;

/** What the user searches, the filter, and how far the list is scrolled. */
export interface ListView {
  q: string;
  setQ: (q: string) => void;
  filter: InboxFilter;
  setFilter: (filter: InboxFilter) => void;
  /** In pixels. */
  scrollTop: RefObject<number>;
}

/** The view of a list, for a component that stays mounted when the list does not. */
export function useListView(): ListView {
  const [q, setQ] = useState('');
  const [filter, setFilter] = useState<InboxFilter>('all');
  const scrollTop = useRef(0);
  return { q, setQ, filter, setFilter, scrollTop };
}

export interface ConversationListProps {
  view: ListView;
  openId: string | null;
  /** The matches whose other user asks to see more of each other, or may be asked now. */
  ready: ReadonlySet<string>;
  /** The name of somebody who is matched with the user, and to whom nobody has written yet. */
  waiting?: string | undefined;
}

/** All conversations, newest first, with a search and filters. */
export function ConversationList({ view, openId, ready, waiting }: ConversationListProps) {
  const inbox = useInbox();
  const { q, setQ, filter, setFilter, scrollTop } = view;
  const me = useSignedIn().user.id;
  const today = useToday();
  const search = useDeferredValue(q.trim());
  const searching = search.length >= SEARCH_MIN_CHARS;
  const onArrowKey = moveWithArrowKeys('a');
  const shown = inbox.conversations.filter(
    (conversation) => conversation.id === openId || isInFilter(conversation, filter, me, ready),
  );
  const filters = INBOX_FILTERS.filter((value) => value !== 'reveal' || ready.size > 0 || filter === value);
  const tabStop = shown.find(({ id }) => id === openId)?.id ?? shown[0]?.id;
  if (inbox.isPending)
    return (
      <div data-unlisted>
        <Skeleton className="mx-4 mb-3 h-11 rounded-full" />
        <RowsSkeleton label="Loading conversations" className="px-5" />
      </div>
    );
  if (inbox.isLoadingError && inbox.conversations.length === 0) {
    return (
      <div data-unlisted>
        <ErrorState error={inbox.error} onRetry={() => void inbox.refetch()} />
      </div>
    );
  }
  if (inbox.conversations.length === 0) return <NoConversations waiting={waiting} />;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SearchBox q={q} onChange={setQ} />
      {!searching && (filter !== 'all' || inbox.conversations.length >= FILTERED_FROM) && (
        <Chips
          label={CHAT_COPY.inbox.filter}
          options={filters.map((value) => ({ value, label: CHAT_COPY.inbox.filters[value] }))}
          value={filter}
          onChange={setFilter}
          className="mx-3 mb-2 shrink-0"
        />
      )}
      <ListScroller position={scrollTop}>
        {searching ? (
          <Suspense fallback={<TextSkeleton lines={4} className="p-4" />}>
            <SearchResults q={search} conversations={inbox.conversations} />
          </Suspense>
        ) : (
          <ul className="flex flex-col gap-0.5" onKeyDownCapture={onArrowKey}>
            {shown.map((conversation) => (
              <ConversationRow
                key={conversation.id}
                conversation={conversation}
                open={conversation.id === openId}
                isTabStop={conversation.id === tabStop}
                today={today}
              />
            ))}
          </ul>
        )}
        {!searching && shown.length === 0 && !inbox.hasNextPage && (
          <p role="status" className="px-4 py-6 text-center text-sm text-ink-soft">
            {CHAT_COPY.inbox.nothingLeft}
          </p>
        )}
        {!searching && inbox.hasNextPage && (
          <Button
            variant="ghost"
            size="sm"
            block
            loading={inbox.isFetchingNextPage}
            onClick={() => void inbox.fetchNextPage()}
          >
            {CHAT_COPY.inbox.more}
          </Button>
        )}
      </ListScroller>
    </div>
  );
}

/** Starts at a scroll position, and records where the user scrolls. */
function ListScroller({ position, children }: { position: RefObject<number>; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current) element.current.scrollTop = position.current;
  }, [position]);
  return (
    <div
      ref={element}
      onScroll={(event) => {
        position.current = event.currentTarget.scrollTop;
      }}
      className="min-h-0 flex-1 overflow-y-auto px-2 pb-20 md:pb-4"
    >
      {children}
    </div>
  );
}

function SearchBox({ q, onChange }: { q: string; onChange: (q: string) => void }) {
  return (
    <div className="relative mx-4 mb-3 block">
      <Search aria-hidden className="pointer-events-none absolute top-3.5 left-4 size-4 text-ink-faint" />
      <input
        type="search"
        value={q}
        aria-label={CHAT_COPY.inbox.search}
        placeholder={CHAT_COPY.inbox.search}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-full rounded-full bg-raised pr-11 pl-11 text-sm placeholder:text-ink-faint focus-visible:-outline-offset-2 [&::-webkit-search-cancel-button]:hidden"
      />
      {q !== '' && (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={() => onChange('')}
          className="absolute top-0 right-0 grid size-11 place-items-center rounded-full text-ink-faint hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}

interface ConversationRowProps {
  conversation: Conversation;
  open: boolean;
  /** Tab reaches this row; the arrow keys reach the others. */
  isTabStop: boolean;
  /** The day, which decides whether a time of day is enough. */
  today: string;
}

/** Rendered again only when something about its own conversation changes. */
const ConversationRow = memo(function ConversationRow({ conversation, open, isTabStop, today }: ConversationRowProps) {
  const { person, unread } = conversation;
  const here = useIsOnline(conversation);
  const unsent = useUnsent(conversation.id);
  const name = personName(person);
  return (
    <li>
      <Link
        to={conversationPath(conversation.id)}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={open ? 'page' : undefined}
        className={cx(
          'flex items-center gap-3.5 rounded-lg px-3 py-3 transition',
          open ? 'bg-raised' : 'hover:bg-raised/60',
        )}
      >
        <span className="relative">
          <PersonAura person={person} size={52} />
          {here && (
            <span className="absolute right-0.5 bottom-0.5 size-3 rounded-full bg-good ring-2 ring-bg">
              <span className="sr-only">{CHAT_COPY.online}</span>
            </span>
          )}
        </span>
        <span className="flex min-w-0 flex-1 flex-col gap-0.5">
          <span className="flex items-baseline justify-between gap-3">
            <span className={cx('truncate', unread > 0 ? 'font-semibold' : 'font-medium')}>{name}</span>
            <time dateTime={conversation.updated_at} className="shrink-0 text-2xs text-ink-faint">
              {formatTimeOrDay(conversation.updated_at, today)}
            </time>
          </span>
          <span className="flex items-center justify-between gap-3">
            <Preview conversation={conversation} unsent={unsent} />
            {unread > 0 && unsent?.status === 'failed' && <NotSentMark />}
            {unread > 0 && (
              <span className="grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-accent px-1.5 text-[0.6875rem] leading-none font-semibold text-on-accent">
                <span aria-hidden>{unread > 99 ? '99+' : unread}</span>
                <span className="sr-only">{unread} unread</span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
});

/** Beside what is unread, which is shown first. */
function NotSentMark() {
  return (
    <span className="ml-auto shrink-0 text-bad" title={CHAT_COPY.status.failed}>
      <CircleAlert aria-hidden className="size-4" />
      <span className="sr-only">{CHAT_COPY.status.failed}</span>
    </span>
  );
}

function Preview({ conversation, unsent }: { conversation: Conversation; unsent: Outgoing | undefined }) {
  const me = useSignedIn().user.id;
  const typing = useTyping(conversation);
  const draft = readDraft(conversation.id);
  const { last_message: last, unread, person } = conversation;
  const look = cx('min-w-0 truncate text-sm', unread > 0 ? 'text-ink' : 'text-ink-faint');
  if (typing) return <span className="text-sm text-accent-text">{CHAT_COPY.typing}…</span>;
  const notSent = unsent?.status === 'failed';
  if (unsent && unread === 0) {
    return (
      <span className={look}>
        <span className={notSent ? 'text-bad' : undefined}>
          {notSent ? `${CHAT_COPY.status.failed}:` : CHAT_COPY.waitingShort}
        </span>{' '}
        {unsent.content}
      </span>
    );
  }
  if (draft) {
    return (
      <span className={look}>
        <span className="text-accent-text">{CHAT_COPY.draft}</span> {draft}
      </span>
    );
  }
  if (!last) return <span className={cx(look, 'italic')}>Say hello to {personName(person)}</span>;
  if (last.deleted) return <span className={cx(look, 'italic')}>{CHAT_COPY.thread.deleted}</span>;
  return (
    <span className={look}>
      {last.sender_id === me && `${CHAT_COPY.you} `}
      {last.content}
    </span>
  );
}

function NoConversations({ waiting }: Pick<ConversationListProps, 'waiting'>) {
  return (
    <div data-empty className="grid flex-1 content-center md:pb-24">
      <EmptyState
        art={<Aura aura={WELCOME_AURA} className="empty-art" />}
        title={CHAT_COPY.inbox.empty}
        action={
          <ButtonLink to={PATHS.matching}>{waiting ? CHAT_COPY.thread.empty : CHAT_COPY.inbox.discover}</ButtonLink>
        }
      >
        {waiting ? CHAT_COPY.inbox.waiting(waiting) : CHAT_COPY.inbox.emptyBody}
      </EmptyState>
    </div>
  );
}
