import { describe, expect, it } from 'vitest';
import { buildTimeline, type Entry } from '../thread/timeline.rules.ts';
import { groupIntoBlocks, toBlockKey } from './blocks.rules.ts';

function entry(seq: number | null, id = `m${seq}`): Entry {
  const timestamp = '2026-03-01T10:00:00.000Z';
  return {
    id,
    seq,
    mine: true,
    content: 'hello',
    timestamp,
    status: 'sent',
    deleted: false,
    caution: null,
    waiting: false,
    reason: null,
  };
}
const entries = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => entry(from + n));
const listKeys = (all: readonly Entry[]) =>
  groupIntoBlocks(buildTimeline(all, null)).map(({ key, items }) => [key, items.length]);

describe('a long thread', () => {
  it('has blocks whose keys stay the same when earlier messages load', () => {
    expect(listKeys(entries(90, 120))).toEqual([
      [1, 11],
      [2, 21],
    ]);
    expect(listKeys(entries(40, 120)).map(([key]) => key)).toEqual([0, 1, 2]);
  });

  it('has every item in exactly one block, dividers with the message below them', () => {
    const items = buildTimeline(entries(1, 500), 200);
    expect(groupIntoBlocks(items).flatMap((block) => block.items)).toEqual(items);
    const unread = groupIntoBlocks(items).find(({ items: all }) => all.some(({ kind }) => kind === 'unread'));
    expect(unread?.key).toBe(toBlockKey(200));
  });

  it('has unsent messages at its end', () => {
    expect(listKeys([...entries(99, 101), entry(null, 'new'), entry(null, 'newer')])).toEqual([
      [1, 2],
      [2, 4],
    ]);
    expect(listKeys([entry(null, 'first')])).toEqual([[0, 2]]);
  });
});
