import { cx } from 'class-variance-authority';
import { useState } from 'react';
import { CHAT_COPY } from '../chat.copy.ts';
import { splitLinks } from '../links.ts';
import { foldText, isEmojiOnly } from '../text.rules.ts';

/** The text of a message, with links; long texts are folded, messages of only emoji are large. */
export function MessageText({ content }: { content: string }) {
  const [open, setOpen] = useState(false);
  const folded = foldText(content);
  const shown = folded !== null && !open ? `${folded}…` : content;
  return (
    <>
      <p
        dir="auto"
        className={cx('break-words whitespace-pre-wrap [overflow-wrap:anywhere]', isEmojiOnly(content) && 'text-3xl')}
      >
        {splitLinks(shown).map((piece, i) =>
          piece.kind === 'link' ? (
            <a
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
              key={i}
              href={piece.href}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="underline decoration-1 underline-offset-3"
            >
              {piece.text}
            </a>
          ) : (
            piece.text
          ),
        )}
      </p>
      {folded !== null && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="min-h-11 text-sm font-medium underline-offset-4 hover:underline"
        >
          {open ? CHAT_COPY.thread.less : CHAT_COPY.thread.more}
        </button>
      )}
    </>
  );
}
