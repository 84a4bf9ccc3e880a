import type { TimelineItem } from './timeline.rules.ts';

/** Messages of one block stand on the page together or not at all. */
const BLOCK_MESSAGES = 50;
/** Sizes of a usual row, to tell how high a block is that never stood on the page. */
const ROW_PX = 52;
const LINE_PX = 24;
const LINE_CHARS = 44;

export interface TimelineBlock {
  /** Stays the same when messages are added before or after. */
  key: number;
  items: readonly TimelineItem[];
}

/** A long thread in blocks by the numbers of its messages; a divider goes with the message below it. */
export function groupIntoBlocks(items: readonly TimelineItem[]): TimelineBlock[] {
  const blocks: { key: number; items: TimelineItem[] }[] = [];
  let above: TimelineItem[] = [];
  for (const item of items) {
    above.push(item);
    if (item.kind !== 'message') continue;
    const last = blocks.at(-1);
    // What has no number yet stands below everything, with the last that has one.
    const key = item.entry.seq === null ? (last?.key ?? 0) : toBlockKey(item.entry.seq);
    if (last?.key === key) last.items.push(...above);
    else blocks.push({ key, items: above });
    above = [];
  }
  return blocks;
}

/** The block of a message number. */
export function toBlockKey(seq: number): number {
  return Math.floor(seq / BLOCK_MESSAGES);
}

/** About how high a block is, in pixels. */
export function estimateHeight({ items }: TimelineBlock): number {
  return items.reduce((sum, item) => sum + (item.kind === 'message' ? rowHeight(item.entry.content) : ROW_PX), 0);
}

function rowHeight(content: string): number {
  return ROW_PX + LINE_PX * Math.floor(content.length / LINE_CHARS);
}
