import type { Conversation } from '@soulsight/contract/chat';
import { memo, type ReactNode, type RefObject, useMemo } from 'react';
import { moveWithArrowKeys } from '../../../lib/browser/arrow-keys.ts';
import { formatDay } from '../../../lib/format.ts';
import { personName } from '../../../lib/person.ts';
import { PersonAura } from '../../../ui/aura/person-aura.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { CHAT_COPY } from '../chat.copy.ts';
import { hasMenu, MESSAGE_MENU, type MessageActions, MessageRow } from '../messages/message-row.tsx';
import { estimateHeight, groupIntoBlocks, type TimelineBlock, toBlockKey } from '../scrolling/blocks.rules.ts';
import { useBlockWindow } from '../scrolling/use-block-window.ts';
import { buildTimeline, type Entry, type TimelineItem } from './timeline.rules.ts';

export interface ThreadListProps {
  conversation: Conversation;
  entries: readonly Entry[];
  /** The sequence number of the first unread message. */
  unreadFrom: number | null;
  targetSeq: number | null;
  /** Loads earlier messages; null if there are none. */
  onEarlier: (() => void) | null;
  isLoadingEarlier: boolean;
  actions: MessageActions;
  /** The scrolling element around the list. */
  frame: RefObject<HTMLElement | null>;
  /** Shown at the start of a conversation with few messages. */
  beginning?: ReactNode;
}

/** The messages with their dividers; of a long thread only the blocks near the viewport are rendered. */
export function ThreadList(props: ThreadListProps) {
  const { conversation, entries, unreadFrom, targetSeq, onEarlier, isLoadingEarlier, actions, frame, beginning } =
    props;
  const blocks = useMemo(() => groupIntoBlocks(buildTimeline(entries, unreadFrom)), [entries, unreadFrom]);
  const keys = useMemo(() => blocks.map(({ key }) => key), [blocks]);
  const blockWindow = useBlockWindow(frame, keys, targetSeq === null ? null : toBlockKey(targetSeq));
  const onArrowKey = moveWithArrowKeys(`[${MESSAGE_MENU}]`);
  const tabStop = entries.findLast(hasMenu)?.id ?? null;
  return (
    <>
      {onEarlier ? (
        <EarlierButton isLoading={isLoadingEarlier} onClick={onEarlier} />
      ) : (
        <ConversationStart conversation={conversation} messageCount={entries.length}>
          {beginning}
        </ConversationStart>
      )}
      <ol
        aria-label={`Messages with ${personName(conversation.person)}`}
        className="flex flex-col"
        onKeyDownCapture={onArrowKey}
      >
        {blocks.map((block) =>
          blockWindow.isRendered(block.key) ? (
            <Block key={block.key} block={block} targetSeq={targetSeq} tabStop={tabStop} {...actions} />
          ) : (
            <li
              key={block.key}
              aria-hidden
              data-block={block.key}
              data-placeholder
              style={{ height: blockWindow.getHeight(block.key) ?? estimateHeight(block) }}
            />
          ),
        )}
      </ol>
    </>
  );
}

/** The items of a block; the first one carries the block's key. Rendered again only for other messages. */
const Block = memo(function Block({ block, ...rest }: { block: TimelineBlock } & Omit<ItemProps, 'item' | 'block'>) {
  return block.items.map((item, i) => (
    <Item key={item.key} item={item} block={i === 0 ? block.key : undefined} {...rest} />
  ));
});

type ItemProps = {
  item: TimelineItem;
  targetSeq: number | null;
  /** The id of the message whose menu Tab reaches; the arrow keys reach the others. */
  tabStop: string | null;
  block: number | undefined;
} & MessageActions;

function Item({ item, targetSeq, tabStop, block, ...actions }: ItemProps) {
  if (item.kind === 'day') return <Divider block={block}>{formatDay(item.day)}</Divider>;
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
      isTabStop={entry.id === tabStop}
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

/** Scrolling near it loads them as well. While nothing loads, nothing turns: an animation out of view costs every frame, too. */
function EarlierButton({ isLoading, onClick }: { isLoading: boolean; onClick: () => void }) {
  return (
    <div className="grid place-items-center py-1">
      <Button variant="ghost" size="sm" loading={isLoading} onClick={onClick}>
        {CHAT_COPY.thread.earlier}
      </Button>
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
      stacked
    >
      {messageCount === 0 ? CHAT_COPY.thread.emptyBody : CHAT_COPY.thread.beginning}
    </EmptyState>
  );
}
