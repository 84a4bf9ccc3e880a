import { cx } from 'class-variance-authority';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { CHAT_COPY } from '../chat.copy.ts';
import { foldText, isEmojiOnly, mayHaveLinks } from './text.rules.ts';

/** Few messages have links. Without the script a message is plain text. */
const LinkedText = lazyPart(
  () => import('./linked-text.tsx'),
  'LinkedText',
  ({ text }) => text,
);

/** The text of a message, with links; long texts are folded, messages of only emoji are large. */
export function MessageText({ content }: { content: string }) {
  const [open, setOpen] = useState(false);
  const folded = foldText(content);
  const shown = folded !== null && !open ? `${folded}…` : content;
  return (
    <>
      <p
        dir="auto"
        className={cx(
          'break-words text-wrap whitespace-pre-wrap [overflow-wrap:anywhere]',
          isEmojiOnly(content) && 'text-3xl',
        )}
      >
        {mayHaveLinks(shown) ? (
          <Suspense fallback={shown}>
            <LinkedText text={shown} />
          </Suspense>
        ) : (
          shown
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
