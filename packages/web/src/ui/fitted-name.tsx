import type { CSSProperties } from 'react';

export interface FittedNameProps {
  children: string;
  as?: 'h1' | 'h2' | 'span';
}

/** A name in the display font, as wide as there is room for: smaller if its longest word would not fit into one line. */
export function FittedName({ children, as: Tag = 'span' }: FittedNameProps) {
  return (
    <span className="@container block w-full min-w-0 flex-1">
      <Tag className="display fitted-name block" style={{ '--longest': countLongest(children) } as CSSProperties}>
        {children}
      </Tag>
    </span>
  );
}

/** Characters of the longest part that is kept in one line; a line may end after a space or a hyphen. */
function countLongest(text: string): number {
  return Math.max(1, ...text.split(/\s+|(?<=-)/).map((word) => [...word].length));
}
