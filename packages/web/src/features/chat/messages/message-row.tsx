import { cx } from 'class-variance-authority';
import { Check, CheckCheck, CircleAlert, Clock3, Copy, Ellipsis, Flag, Trash } from 'lucide-react';
import { memo } from 'react';
import { copyText } from '../../../lib/browser/copy-text.ts';
import { formatTime } from '../../../lib/format.ts';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { CHAT_COPY } from '../chat.copy.ts';
import type { Entry } from '../thread/timeline.rules.ts';
import { MessageText } from './message-text.tsx';

export interface MessageActions {
  onRetry: (entry: Entry) => void;
  /** Moves the text of a failed message back into the input; null if there is none. */
  onEdit: ((entry: Entry) => void) | null;
  onDiscard: (entry: Entry) => void;
  onDelete: (entry: Entry) => void;
  /** Reports the other user with this message as evidence. */
  onReport: (entry: Entry) => void;
  onBlock: () => void;
}

export interface MessageRowProps extends MessageActions {
  entry: Entry;
  /** Whether it is the first or the last of its group. */
  first: boolean;
  last: boolean;
  /** It is the message that was searched for. */
  found: boolean;
  /** The key of the block that starts with it. */
  block?: number | undefined;
  /** Tab reaches its menu. */
  isTabStop: boolean;
}

/** Marks the button of a message's menu. */
export const MESSAGE_MENU = 'data-message-menu';

/** Whether a message has a menu: not while it is being sent, nor when it is deleted. */
export function hasMenu(entry: Entry): boolean {
  return !entry.deleted && entry.seq !== null;
}

/** Rendered again only when something about its own message changes. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const { entry, first, last, found, block, isTabStop, ...actions } = props;
  const { mine } = entry;
  return (
    <li
      id={entry.seq === null ? undefined : `message-${entry.seq}`}
      data-block={block}
      data-from={mine ? 'me' : 'other'}
      className={cx('group flex flex-col', mine ? 'items-end' : 'items-start', first ? 'mt-4' : 'mt-1')}
    >
      <div className={cx('flex max-w-[86%] items-center gap-1 sm:max-w-[74%]', mine && 'flex-row-reverse')}>
        <div
          className={cx(
            'min-w-0 rounded-lg px-4 py-2.5 transition-shadow duration-500',
            mine ? 'bg-accent-soft text-ink' : 'bg-raised text-ink',
            mine ? (last ? 'rounded-br-xs' : '') : last ? 'rounded-bl-xs' : '',
            entry.deleted && 'bg-transparent text-ink-faint italic ring-1 ring-inset ring-line',
            entry.status === 'sending' && 'opacity-75',
            found && 'ring-2 ring-accent-text',
          )}
        >
          {entry.deleted ? CHAT_COPY.thread.deleted : <MessageText content={entry.content} />}
        </div>
        {hasMenu(entry) && <RowMenu entry={entry} isTabStop={isTabStop} {...actions} />}
      </div>
      {entry.caution && !entry.deleted && <Caution entry={entry} {...actions} />}
      {isUnsent(entry) ? <UnsentFooter entry={entry} {...actions} /> : last && <MessageFooter entry={entry} />}
    </li>
  );
});

/** A warning under a message about money. */
function Caution({ entry, onReport, onBlock }: Pick<MessageRowProps, 'entry' | 'onReport' | 'onBlock'>) {
  return (
    <div role="note" className="mt-1 max-w-[86%] border-l-2 border-warn pl-3 text-sm text-ink-soft sm:max-w-[74%]">
      <p>{CHAT_COPY.caution.money}</p>
      <p className="-ml-2.5 flex flex-wrap">
        <FooterButton onClick={() => onReport(entry)}>{CHAT_COPY.caution.report}</FooterButton>
        <FooterButton onClick={onBlock}>{CHAT_COPY.caution.block}</FooterButton>
      </p>
    </div>
  );
}

function RowMenu({
  entry,
  isTabStop,
  onDelete,
  onReport,
}: Pick<MessageRowProps, 'entry' | 'isTabStop' | 'onDelete' | 'onReport'>) {
  return (
    <Menu
      align={entry.mine ? 'end' : 'start'}
      trigger={
        <button
          type="button"
          aria-label="Message options"
          {...{ [MESSAGE_MENU]: '' }}
          tabIndex={isTabStop ? 0 : -1}
          className="grid size-11 shrink-0 place-items-center rounded-full text-ink-faint opacity-0 transition group-hover:opacity-100 hover:bg-raised focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:opacity-50"
        >
          <Ellipsis aria-hidden className="size-4" />
        </button>
      }
    >
      <MenuItem
        icon={<Copy aria-hidden className="size-4" />}
        onClick={() => void copyText(entry.content, CHAT_COPY.copied)}
      >
        {CHAT_COPY.copy}
      </MenuItem>
      {entry.mine && (
        <MenuItem danger icon={<Trash aria-hidden className="size-4" />} onClick={() => onDelete(entry)}>
          {CHAT_COPY.delete}
        </MenuItem>
      )}
      {!entry.mine && (
        <MenuItem danger icon={<Flag aria-hidden className="size-4" />} onClick={() => onReport(entry)}>
          {CHAT_COPY.report}
        </MenuItem>
      )}
    </Menu>
  );
}

/** Whether the user can take a message back: it waits, or it was not sent. A failed message counts as not sent while it is tried again. */
function isUnsent({ seq, status, waiting, reason }: Entry): boolean {
  return seq === null && (status === 'failed' || waiting || reason !== null);
}

type UnsentFooterProps = Pick<MessageRowProps, 'entry' | 'onRetry' | 'onEdit' | 'onDiscard'>;

function UnsentFooter({ entry, onRetry, onEdit, onDiscard }: UnsentFooterProps) {
  const { status, reason, quiet } = entry;
  const failed = status === 'failed';
  const edit = onEdit && <FooterButton onClick={() => onEdit(entry)}>{CHAT_COPY.edit}</FooterButton>;
  return (
    <div className="mt-1 flex max-w-[86%] flex-col items-end gap-0.5 text-right text-xs sm:max-w-[74%]">
      {failed && (
        <p role="alert" className="text-bad">
          {CHAT_COPY.status.failed}. {reason}
        </p>
      )}
      {!failed && !quiet && (
        <p role="status" className="text-ink-soft">
          <StatusMark entry={entry} />{' '}
          {reason ? `${reason.replace(/\.$/, '')}. ${CHAT_COPY.trying}` : CHAT_COPY.waiting}
        </p>
      )}
      <p className="flex flex-wrap justify-end">
        {/* What was refused for what it says is refused again unless it is changed. */}
        {failed && reason && edit}
        <FooterButton onClick={() => onRetry(entry)}>{failed ? CHAT_COPY.retry : CHAT_COPY.sendNow}</FooterButton>
        {!(failed && reason) && edit}
        <FooterButton onClick={() => onDiscard(entry)}>{CHAT_COPY.discard}</FooterButton>
      </p>
    </div>
  );
}

function MessageFooter({ entry }: Pick<MessageRowProps, 'entry'>) {
  return (
    <p className="mt-1 flex items-center gap-1.5 px-1 text-2xs text-ink-faint">
      <time dateTime={entry.timestamp}>{formatTime(entry.timestamp)}</time>
      {entry.mine && !entry.deleted && <StatusMark entry={entry} />}
    </p>
  );
}

function FooterButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-11 px-2.5 font-medium text-ink underline-offset-4 hover:underline"
    >
      {children}
    </button>
  );
}

const STATUS_ICONS = {
  sending: Clock3,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
  failed: CircleAlert,
} as const;

function StatusMark({ entry }: { entry: Entry }) {
  const Mark = STATUS_ICONS[entry.status];
  return (
    <span
      data-status={entry.status}
      title={CHAT_COPY.status[entry.status]}
      className={entry.status === 'read' ? 'text-mist' : undefined}
    >
      <Mark aria-hidden className="inline size-3.5" strokeWidth={2.2} />
      <span className="sr-only">{CHAT_COPY.status[entry.status]}</span>
    </span>
  );
}
