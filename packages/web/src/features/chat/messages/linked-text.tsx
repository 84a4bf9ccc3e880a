import { splitLinks } from './links.ts';

/** A text whose addresses can be opened. */
export function LinkedText({ text }: { text: string }) {
  return splitLinks(text).map((piece, i) =>
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
  );
}
