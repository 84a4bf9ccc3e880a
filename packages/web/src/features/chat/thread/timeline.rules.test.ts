import { describe, expect, it } from 'vitest';
import { buildTimeline, type Entry } from './timeline.rules.ts';

function entry(id: string, timestamp: Date, overrides: Partial<Entry> = {}): Entry {
  return {
    id,
    seq: Number(id),
    mine: false,
    content: id,
    timestamp: timestamp.toISOString(),
    status: 'sent',
    deleted: false,
    caution: null,
    waiting: false,
    reason: null,
    ...overrides,
  };
}
const at = (day: number, minute: number) => new Date(2026, 2, day, 10, minute);

describe('a timeline', () => {
  it('starts each day with a divider', () => {
    const kinds = buildTimeline([entry('1', at(1, 0)), entry('2', at(1, 1)), entry('3', at(2, 0))], null).map(
      (i) => i.kind,
    );
    expect(kinds).toEqual(['day', 'message', 'message', 'day', 'message']);
  });

  it('marks the first unread message', () => {
    const items = buildTimeline([entry('1', at(1, 0)), entry('2', at(1, 1))], 2);
    expect(items.map((i) => i.kind)).toEqual(['day', 'message', 'unread', 'message']);
  });

  it('groups messages of one sender within five minutes', () => {
    const entries = [
      entry('1', at(1, 0)),
      entry('2', at(1, 4)),
      entry('3', at(1, 5), { mine: true }),
      entry('4', at(1, 30), { mine: true }),
    ];
    const marks = buildTimeline(entries, null).flatMap((i) => (i.kind === 'message' ? [[i.first, i.last]] : []));
    expect(marks).toEqual([
      [true, false],
      [false, true],
      [true, true],
      [true, true],
    ]);
  });
});
