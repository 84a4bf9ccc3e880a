import type { TimelineItem } from '../thread/timeline.rules.ts';

/** The messages of a block are rendered together or not at all. */
const BLOCK_MESSAGES = 50;
/** Sizes of a typical row, to estimate the height of a block that was never rendered. */
const ROW_PX = 52;
const LINE_PX = 24;
const LINE_CHARS = 44;

export interface TimelineBlock {
  /** Stays the same when messages are added before or after. */
  key: number;
  items: readonly TimelineItem[];
}

/** Splits a thread into blocks by sequence number. A divider belongs to the message below it. */
export function groupIntoBlocks(items: readonly TimelineItem[]): TimelineBlock[] {
  const blocks: { key: number; items: TimelineItem[] }[] = [];
  let above: TimelineItem[] = [];
  for (const item of items) {
    above.push(item);
    if (item.kind !== 'message') continue;
    const last = blocks.at(-1);
    // Unsent messages belong to the last block.
    const key = item.entry.seq === null ? (last?.key ?? 0) : toBlockKey(item.entry.seq);
    if (last?.key === key) last.items.push(...above);
    else blocks.push({ key, items: above });
    above = [];
  }
  return blocks;
}

/** The key of the block that contains a sequence number. */
export function toBlockKey(seq: number): number {
  return Math.floor(seq / BLOCK_MESSAGES);
}

/** The estimated height of a block, in pixels. */
export function estimateHeight({ items }: TimelineBlock): number {
  return items.reduce((sum, item) => sum + (item.kind === 'message' ? rowHeight(item.entry.content) : ROW_PX), 0);
}

function rowHeight(content: string): number {
  return ROW_PX + LINE_PX * Math.floor(content.length / LINE_CHARS);
}
