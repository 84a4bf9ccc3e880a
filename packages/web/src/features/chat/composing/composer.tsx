import { MESSAGE_MAX_CHARS } from '@soulsight/contract/limits';
import { cx } from 'class-variance-authority';
import { ArrowUp } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { isComposing } from '../../../lib/browser/composing.ts';
import { CHAT_COPY } from '../chat.copy.ts';
import { readDraft, writeDraft } from './drafts.ts';

/** From this length on, the remaining characters are shown. */
const WARN_AT_CHARS = MESSAGE_MAX_CHARS - 300;

const FINE_POINTER = '(hover: hover) and (pointer: fine)';

/** What other components can do with the composer. */
export interface ComposerHandle {
  /** Inserts a text for the user to edit; it is never sent automatically. */
  insert(text: string): void;
}

export interface ComposerProps {
  conversationId: string;
  onSend: (content: string) => void;
  onTyping: () => void;
  onTypingStopped: () => void;
  /** Shown beside the input. */
  extra?: ReactNode;
  ref?: Ref<ComposerHandle>;
}

/** The message input. Enter sends, Shift+Enter starts a new line; unsent text is stored as a draft. */
export function Composer({ conversationId, onSend, onTyping, onTypingStopped, extra, ref }: ComposerProps) {
  const [text, setText] = useState(() => readDraft(conversationId));
  const box = useRef<HTMLTextAreaElement>(null);
  const content = text.trim();
  const tooLong = content.length > MESSAGE_MAX_CHARS;

  function change(next: string): void {
    setText(next);
    writeDraft(conversationId, next);
    if (next.trim() === '') onTypingStopped();
    else onTyping();
  }

  function send(): void {
    if (content === '' || tooLong) return;
    onTypingStopped();
    setText('');
    writeDraft(conversationId, '');
    onSend(content);
    box.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    send();
  }

  // A conversation opens ready to write. On a touch screen the focus would open the keyboard over the messages.
  useEffect(() => {
    const isTyping = document.activeElement?.matches('input, textarea, [role="dialog"] *');
    if (!isTyping && window.matchMedia(FINE_POINTER).matches) box.current?.focus({ preventScroll: true });
  }, []);

  useImperativeHandle(ref, () => ({
    insert(next) {
      change(text.trim() === '' ? next : `${text.trimEnd()} ${next}`);
      box.current?.focus();
    },
  }));

  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {extra}
      <div
        className={cx(
          'flex min-w-0 flex-1 items-end gap-1 rounded-[1.6rem] bg-surface p-1.5 pl-5 ring-1 ring-inset ring-line-strong transition focus-within:ring-2 focus-within:ring-accent-text',
          tooLong && 'ring-2 ring-bad',
        )}
      >
        <textarea
          ref={box}
          rows={1}
          value={text}
          aria-label={CHAT_COPY.composer.label}
          aria-invalid={tooLong || undefined}
          placeholder={CHAT_COPY.composer.placeholder}
          enterKeyHint="send"
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={onTypingStopped}
          className="field-sizing-content max-h-44 min-h-11 w-full resize-none bg-transparent py-2.5 text-base/[1.5] outline-none placeholder:text-ink-faint"
        />
        {content.length > WARN_AT_CHARS && (
          <span role="status" className={cx('pb-3 text-xs tabular-nums', tooLong ? 'text-bad' : 'text-ink-faint')}>
            {MESSAGE_MAX_CHARS - content.length}
          </span>
        )}
        <button
          type="submit"
          aria-label={CHAT_COPY.composer.send}
          disabled={content === '' || tooLong}
          className="grid size-11 shrink-0 place-items-center rounded-full bg-accent text-on-accent transition duration-200 ease-soft active:scale-95 disabled:bg-raised disabled:text-ink-faint"
        >
          <ArrowUp aria-hidden className="size-5" strokeWidth={2.4} />
        </button>
      </div>
    </form>
  );
}
