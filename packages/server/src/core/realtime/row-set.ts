/** Rows of one page, with one bit each: 8 kB. */
const PAGE_ROWS = 65_536;
const MAX_PAGES = 256;

/**
 * A set of row ids that come roughly in order, of bounded size: one bit for each, for 16 million rows at most (2 MB). Of more, the
 * oldest are forgotten.
 */
export interface RowSet {
  add(row: number): void;
  has(row: number): boolean;
  clear(): void;
}

export function createRowSet(maxPages = MAX_PAGES): RowSet {
  const pages = new Map<number, Uint8Array>();

  function addPage(number: number): Uint8Array {
    for (const oldest of pages.keys()) {
      if (pages.size < maxPages) break;
      pages.delete(oldest);
    }
    const page = new Uint8Array(PAGE_ROWS / 8);
    pages.set(number, page);
    return page;
  }

  return {
    add(row) {
      const number = Math.floor(row / PAGE_ROWS);
      const page = pages.get(number) ?? addPage(number);
      const bit = row % PAGE_ROWS;
      page[bit >> 3] = (page[bit >> 3] ?? 0) | (1 << (bit & 7));
    },
    has(row) {
      const bit = row % PAGE_ROWS;
      return (((pages.get(Math.floor(row / PAGE_ROWS))?.[bit >> 3] ?? 0) >> (bit & 7)) & 1) === 1;
    },
    clear: () => pages.clear(),
  };
}
