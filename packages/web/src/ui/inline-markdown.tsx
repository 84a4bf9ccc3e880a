import { Fragment, type ReactNode } from 'react';

const PIECES = /(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/g;

/** One line of text with `code`, **weight** and [links](https://...). */
export function InlineMarkdown({ text }: { text: string }) {
  let at = 0;
  return text.split(PIECES).map((piece) => <Fragment key={at++}>{render(piece)}</Fragment>);
}

function render(piece: string): ReactNode {
  if (piece.startsWith('`')) return <code>{piece.slice(1, -1)}</code>;
  if (piece.startsWith('**')) return <strong>{piece.slice(2, -2)}</strong>;
  const link = /^\[([^\]]+)\]\(((?:https?:\/\/|\/)[^)\s]+)\)$/.exec(piece);
  return link ? <a href={link[2]}>{link[1]}</a> : piece;
}
