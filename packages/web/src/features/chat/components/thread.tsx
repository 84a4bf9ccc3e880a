import type { Conversation } from '@soulsight/contract/chat';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useMemo, useRef, useState } from 'react';
import { personName } from '../../../lib/person.ts';
import { systemClock } from '../../../lib/realtime/clock.ts';
import { PersonAura } from '../../../ui/aura/person-aura.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { AlertDialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Spinner } from '../../../ui/loaders/spinner.tsx';
import { estimateHeight, groupIntoBlocks, type TimelineBlock, toBlockKey } from '../blocks.rules.ts';
import { CHAT_COPY } from '../chat.copy.ts';
import { isConversationUnavailable, useDeleteMessage, useLoadEarlier, useThread, useTyping } from '../chat.hooks.ts';
import { useChatService } from '../chat-provider.tsx';
import { buildTimeline, type Entry, formatDay, type TimelineItem, toLocalDay } from '../timeline.rules.ts';
import { createTypingSignal } from '../typing-signal.ts';
import { useBlockWindow } from '../use-block-window.ts';
import { useReadReceipts } from '../use-read-receipts.ts';
import { useThreadScroll } from '../use-thread-scroll.ts';
import { Announcer } from './announcer.tsx';
import { Composer, type ComposerHandle } from './composer.tsx';
import { type MessageActions, MessageRow } from './message-row.tsx';
import { TypingBubble } from './typing-bubble.tsx';

export interface ThreadProps {
  conversation: Conversation;
  /** The sequence number of a message to scroll to. */
  targetSeq: number | null;
  /** Shown at the start of a conversation with few messages. */
  beginning?: ReactNode;
  /** Shown beside the input. */
  composerExtra?: ReactNode;
  composer?: Ref<ComposerHandle>;
}

/** The messages of a conversation and the composer. */
export function Thread({ conversation, targetSeq, beginning, composerExtra, composer }: ThreadProps) {
  const { id, person } = conversation;
  const service = useChatService();
  const box = useRef<ComposerHandle>(null);
  const thread = useThread(conversation);
  const earlier = useLoadEarlier(id);
  const typing = useTyping(conversation);
  const remove = useDeleteMessage(id);
  const [deleting, setDeleting] = useState<Entry | null>(null);
  const firstSeq = thread.data?.messages[0]?.seq ?? null;
  const loadEarlier = (downTo?: number) => {
    if (thread.data?.hasEarlier && firstSeq !== null && !earlier.isPending)
      earlier.mutate({ before: firstSeq, downTo });
  };
  const { frame, awayFromNewest, scrollToNewest, onScroll } = useThreadScroll(() => loadEarlier());
  const unreadFrom = useUnreadFrom(conversation, thread.data?.messages);
  const blocks = useMemo(
    () => groupIntoBlocks(buildTimeline(thread.entries, unreadFrom)),
    [thread.entries, unreadFrom],
  );
  const keys = useMemo(() => blocks.map(({ key }) => key), [blocks]);
  const room = useBlockWindow(frame, keys, targetSeq === null ? null : toBlockKey(targetSeq));
  useReadReceipts(id, thread.data?.messages, !awayFromNewest);
  useJumpToMessage(targetSeq, firstSeq, thread.data?.hasEarlier ?? false, loadEarlier);
  const signal = useMemo(() => createTypingSignal(systemClock, (type) => service?.sendTyping(id, type)), [service, id]);
  useEffect(() => () => signal.stopped(), [signal]);

  const insert = (text: string) => box.current?.insert(text);
  const actions: MessageActions = {
    onRetry: (entry) => service?.sender.retry(entry.id),
    onDiscard: (entry) => service?.sender.discard(entry.id),
    onEdit: (entry) => {
      service?.sender.discard(entry.id);
      insert(entry.content);
    },
    onDelete: setDeleting,
  };
  const setBox = (handle: ComposerHandle | null) => {
    box.current = handle;
    if (typeof composer === 'function') composer(handle);
    else if (composer) composer.current = handle;
  };

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={frame}
        onScroll={() => {
          onScroll();
          room.measure();
        }}
        className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-4 sm:px-6"
      >
        <div className="mx-auto w-full max-w-3xl pt-6 pb-4">
          {thread.isPending && <ThreadSkeleton />}
          {thread.isError && !thread.data && !isConversationUnavailable(thread.error) && (
            <ErrorState error={thread.error} context="chat" onRetry={() => void thread.refetch()} />
          )}
          {thread.data && (
            <>
              {thread.data.hasEarlier ? (
                <EarlierSpinner />
              ) : (
                <ConversationStart conversation={conversation} messageCount={thread.entries.length}>
                  {beginning}
                </ConversationStart>
              )}
              <ol aria-label={`Messages with ${personName(person)}`} className="flex flex-col">
                {blocks.map((block) =>
                  room.isRendered(block.key) ? (
                    <Block key={block.key} block={block} targetSeq={targetSeq} {...actions} />
                  ) : (
                    <li
                      key={block.key}
                      aria-hidden
                      data-block={block.key}
                      data-placeholder
                      style={{ height: room.getHeight(block.key) ?? estimateHeight(block) }}
                    />
                  ),
                )}
              </ol>
            </>
          )}
          {typing && <TypingBubble name={personName(person)} />}
        </div>
      </div>
      {awayFromNewest && (
        <IconButton
          label={CHAT_COPY.thread.newest}
          variant="secondary"
          onClick={scrollToNewest}
          className="absolute bottom-24 left-1/2 -translate-x-1/2 animate-fade shadow-md"
        >
          <ArrowDown aria-hidden className="size-5" />
        </IconButton>
      )}
      <div className="px-3 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-6">
        <div className="mx-auto w-full max-w-3xl">
          {conversation.status === 'active' ? (
            <Composer
              ref={setBox}
              conversationId={id}
              extra={composerExtra}
              onSend={(content) => {
                service?.sender.send(id, content);
                scrollToNewest();
              }}
              onTyping={signal.typed}
              onTypingStopped={signal.stopped}
            />
          ) : (
            <p className="py-4 text-center text-ink-faint">{CHAT_COPY.composer.closed}</p>
          )}
        </div>
      </div>
      <Announcer conversationId={id} name={personName(person)} typing={typing} />
      <AlertDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title={CHAT_COPY.deleteTitle}
        description={CHAT_COPY.deleteBody}
        confirmLabel={CHAT_COPY.delete}
        danger
        loading={remove.isPending}
        onConfirm={() => deleting && remove.mutate(deleting, { onSettled: () => setDeleting(null) })}
      />
    </div>
  );
}

/** The items of a block; the first one carries the block's key. */
function Block({ block, ...rest }: { block: TimelineBlock; targetSeq: number | null } & MessageActions) {
  return block.items.map((item, i) => (
    <Item key={item.key} item={item} block={i === 0 ? block.key : undefined} {...rest} />
  ));
}

type ItemProps = { item: TimelineItem; targetSeq: number | null; block: number | undefined } & MessageActions;

function Item({ item, targetSeq, block, ...actions }: ItemProps) {
  if (item.kind === 'day') return <Divider block={block}>{formatDay(item.day, toLocalDay(new Date()))}</Divider>;
  if (item.kind === 'unread') {
    return (
      <Divider block={block} accent>
        {CHAT_COPY.thread.unread}
      </Divider>
    );
  }
  const { entry, first, last } = item;
  return (
    <MessageRow
      entry={entry}
      first={first}
      last={last}
      found={targetSeq !== null && entry.seq === targetSeq}
      block={block}
      {...actions}
    />
  );
}

function Divider({ children, accent, block }: { children: string; accent?: boolean; block: number | undefined }) {
  return (
    <li data-block={block} className="mt-6 mb-1 flex items-center gap-4 text-2xs text-ink-faint">
      <span aria-hidden className={accent ? 'h-px flex-1 bg-accent-text/50' : 'h-px flex-1 bg-line'} />
      <span className={accent ? 'font-medium text-accent-text' : undefined}>{children}</span>
      <span aria-hidden className={accent ? 'h-px flex-1 bg-accent-text/50' : 'h-px flex-1 bg-line'} />
    </li>
  );
}

function ThreadSkeleton() {
  return (
    <div className="grid place-items-center py-16">
      <Spinner label="Loading messages" />
    </div>
  );
}

function EarlierSpinner() {
  return (
    <div className="grid place-items-center py-4">
      <Spinner size="sm" color="gray" label={CHAT_COPY.thread.earlier} />
    </div>
  );
}

/** Up to this many messages, the start of the conversation suggests how to begin. */
const FEW_MESSAGES = 3;

interface ConversationStartProps {
  conversation: Conversation;
  /** How many messages there are. */
  messageCount: number;
  children: ReactNode;
}

function ConversationStart({ conversation: { person }, messageCount, children }: ConversationStartProps) {
  if (messageCount > FEW_MESSAGES) {
    return <p className="py-6 text-center text-xs text-ink-faint">{CHAT_COPY.thread.beginning}</p>;
  }
  return (
    <EmptyState
      art={<PersonAura person={person} size={148} />}
      title={messageCount === 0 ? CHAT_COPY.thread.empty : personName(person)}
      action={children}
    >
      {messageCount === 0 ? CHAT_COPY.thread.emptyBody : CHAT_COPY.thread.beginning}
    </EmptyState>
  );
}

/** The first unread message when the conversation was opened. It does not change while the user reads. */
function useUnreadFrom(
  conversation: Conversation,
  messages: readonly { seq: number; sender_id: string }[] | undefined,
) {
  const [from, setFrom] = useState<{ id: string; seq: number | null } | null>(null);
  if (messages && from?.id !== conversation.id) {
    const theirs = messages.filter((message) => message.sender_id === conversation.person.id);
    const seq = conversation.unread > 0 ? (theirs.at(-conversation.unread)?.seq ?? null) : null;
    setFrom({ id: conversation.id, seq });
  }
  return from?.id === conversation.id ? from.seq : null;
}

/** Scrolls to a message, and loads earlier messages until it is there. */
function useJumpToMessage(
  seq: number | null,
  firstSeq: number | null,
  hasEarlier: boolean,
  loadEarlier: (downTo: number) => void,
): void {
  const load = useRef(loadEarlier);
  useEffect(() => {
    load.current = loadEarlier;
  });
  useEffect(() => {
    if (seq === null || firstSeq === null) return;
    if (seq < firstSeq && hasEarlier) load.current(seq);
    else document.getElementById(`message-${seq}`)?.scrollIntoView({ block: 'center' });
  }, [seq, firstSeq, hasEarlier]);
}
