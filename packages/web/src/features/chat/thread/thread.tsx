import type { Conversation } from '@soulsight/contract/chat';
import { ArrowDown } from 'lucide-react';
import { type ReactNode, type Ref, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { useStableFunctions } from '../../../lib/hooks/use-stable-functions.ts';
import { personName } from '../../../lib/person.ts';
import { IconButton } from '../../../ui/button.tsx';
import { AlertDialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Spinner } from '../../../ui/loaders/spinner.tsx';
import { isConversationUnavailable } from '../chat.api.ts';
import { CHAT_COPY } from '../chat.copy.ts';
import { useDeleteMessage, useEntries, useLoadEarlier, useThread, useTyping } from '../chat.hooks.ts';
import { useChatService } from '../chat-provider.tsx';
import type { ComposerHandle } from '../composing/composer.tsx';
import { ThreadComposer, takesMessages } from '../composing/thread-composer.tsx';
import { TypingBubble } from '../composing/typing-bubble.tsx';
import { useReadReceipts } from '../delivery/use-read-receipts.ts';
import type { MessageActions } from '../messages/message-row.tsx';
import { useJumpToMessage } from '../scrolling/use-jump-to-message.ts';
import { useThreadScroll } from '../scrolling/use-thread-scroll.ts';
import { useUnreadFrom } from '../scrolling/use-unread-from.ts';
import { Announcer } from './announcer.tsx';
import { ThreadList } from './thread-list.tsx';
import type { Entry } from './timeline.rules.ts';

export interface ThreadProps {
  conversation: Conversation;
  /** The sequence number of a message to scroll to. */
  targetSeq: number | null;
  /** Shown at the start of a conversation with few messages. */
  beginning?: ReactNode;
  /** Shown below the newest message. */
  ending?: ReactNode;
  /** Shown above the input. */
  aboveComposer?: ReactNode;
  /** Shown beside the input. */
  composerExtra?: ReactNode;
  composer?: Ref<ComposerHandle>;
  /** Opens the report of the other user, with a message as evidence. */
  onReport: (messageId: string) => void;
  onBlock: () => void;
  /** The user has deleted the message with this number. */
  onDeleted: (seq: number) => void;
}

/** The messages of a conversation and the composer. */
export function Thread({
  conversation,
  targetSeq,
  beginning,
  ending,
  aboveComposer,
  composerExtra,
  composer,
  onDeleted,
  ...safety
}: ThreadProps) {
  const { id, person } = conversation;
  const service = useChatService();
  const input = useRef<ComposerHandle>(null);
  const thread = useThread(id);
  const earlier = useLoadEarlier(id);
  const typing = useTyping(conversation);
  const [deleting, setDeleting] = useState<Entry | null>(null);
  const { messages, hasEarlier = false } = thread.data ?? {};
  const entries = useEntries(conversation, messages);
  const firstSeq = messages?.[0]?.seq ?? null;
  const loadEarlier = (downTo?: number) => {
    if (hasEarlier && firstSeq !== null && !earlier.isPending) earlier.mutate({ before: firstSeq, downTo });
  };
  const { frame, awayFromNewest, scrollToNewest, onScroll } = useThreadScroll(
    () => loadEarlier(),
    hasEarlier && !earlier.isPending && !earlier.error ? firstSeq : null,
  );
  const unreadFrom = useUnreadFrom(conversation, messages);
  useReadReceipts(id, messages, !awayFromNewest);
  useJumpToMessage(targetSeq, firstSeq, hasEarlier, loadEarlier);
  const insert = (text: string) => input.current?.insert(text);
  useImperativeHandle(composer, () => ({ insert }));

  const stable = useStableFunctions({
    onRetry: (entry: Entry) => service?.sender.retry(entry.id),
    onDiscard: (entry: Entry) => service?.sender.discard(entry.id),
    onEdit(entry: Entry) {
      insert(entry.content);
      service?.sender.discard(entry.id);
    },
    onDelete: setDeleting,
    onReport: (entry: Entry) => safety.onReport(entry.id),
    onBlock: safety.onBlock,
  });
  const canEdit = takesMessages(conversation);
  const actions: MessageActions = useMemo(
    () => ({ ...stable, onEdit: canEdit ? stable.onEdit : null }),
    [stable, canEdit],
  );

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {/* Isolated, so that the browser keeps its painted content for each key that is typed below it. */}
      <div
        ref={frame}
        onScroll={onScroll}
        className="isolate flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain px-4 sm:px-6"
      >
        {/* As high as the frame from the start, and with other content once the messages arrive: nothing moves then. */}
        <div className="mx-auto flex min-h-full w-full max-w-3xl flex-col justify-end pt-6 pb-4">
          <div key={thread.data ? 'messages' : 'loading'}>
            {thread.isPending && (
              <div className="grid place-items-center py-16">
                <Spinner label="Loading messages" />
              </div>
            )}
            {thread.isLoadingError && !isConversationUnavailable(thread.error) && (
              <ErrorState error={thread.error} onRetry={() => void thread.refetch()} />
            )}
            {thread.data && (
              <ThreadList
                conversation={conversation}
                entries={entries}
                unreadFrom={unreadFrom}
                targetSeq={targetSeq}
                onEarlier={hasEarlier ? () => loadEarlier() : null}
                isLoadingEarlier={earlier.isPending}
                actions={actions}
                frame={frame}
                beginning={beginning}
              />
            )}
            {typing && <TypingBubble name={personName(person)} />}
            {thread.data && ending}
          </div>
        </div>
      </div>
      {awayFromNewest && <NewestButton onClick={scrollToNewest} />}
      {aboveComposer}
      <ThreadComposer ref={input} conversation={conversation} extra={composerExtra} onSent={scrollToNewest} />
      <Announcer conversationId={id} name={personName(person)} typing={typing} entries={entries} />
      <DeleteDialog conversationId={id} entry={deleting} onDeleted={onDeleted} onClose={() => setDeleting(null)} />
    </div>
  );
}

function NewestButton({ onClick }: { onClick: () => void }) {
  return (
    <IconButton
      label={CHAT_COPY.thread.newest}
      variant="secondary"
      onClick={onClick}
      className="absolute bottom-24 left-1/2 -translate-x-1/2 animate-fade shadow-md"
    >
      <ArrowDown aria-hidden className="size-5" />
    </IconButton>
  );
}

interface DeleteDialogProps {
  conversationId: string;
  /** The message to delete; the dialog is closed without one. */
  entry: Entry | null;
  onDeleted: ThreadProps['onDeleted'];
  onClose: () => void;
}

function DeleteDialog({ conversationId, entry, onDeleted, onClose }: DeleteDialogProps) {
  const remove = useDeleteMessage(conversationId, onDeleted);
  return (
    <AlertDialog
      open={entry !== null}
      onOpenChange={(open) => !open && onClose()}
      title={CHAT_COPY.deleteTitle}
      description={CHAT_COPY.deleteBody}
      confirmLabel={CHAT_COPY.delete}
      danger
      loading={remove.isPending}
      onConfirm={() => entry && remove.mutate(entry, { onSettled: onClose })}
    />
  );
}
