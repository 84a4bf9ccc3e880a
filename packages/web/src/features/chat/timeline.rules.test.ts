import { describe, expect, it } from 'vitest';
import { buildTimeline, type Entry, formatDay, toLocalDay } from './timeline.rules.ts';

function entry(id: string, timestamp: Date, overrides: Partial<Entry> = {}): Entry {
  return {
    id,
    seq: Number(id),
    mine: false,
    content: id,
    timestamp: timestamp.toISOString(),
    status: 'sent',
    deleted: false,
    waiting: false,
    reason: null,
    ...overrides,
  };
}
const at = (day: number, minute: number) => new Date(2026, 2, day, 10, minute);

describe('a timeline', () => {
  it('begins each day with its divider', () => {
    const kinds = buildTimeline([entry('1', at(1, 0)), entry('2', at(1, 1)), entry('3', at(2, 0))], null).map(
      (i) => i.kind,
    );
    expect(kinds).toEqual(['day', 'message', 'message', 'day', 'message']);
  });

  it('marks where the unread begins', () => {
    const items = buildTimeline([entry('1', at(1, 0)), entry('2', at(1, 1))], 2);
    expect(items.map((i) => i.kind)).toEqual(['day', 'message', 'unread', 'message']);
  });

  it('puts messages of one person within five minutes together', () => {
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

  it('names days as a person does', () => {
    const today = toLocalDay(at(20, 0));
    expect(formatDay(toLocalDay(at(20, 0)), today)).toBe('Today');
    expect(formatDay(toLocalDay(at(19, 0)), today)).toBe('Yesterday');
    expect(formatDay(toLocalDay(at(16, 0)), today)).toBe(at(16, 0).toLocaleDateString(undefined, { weekday: 'long' }));
    expect(formatDay('2025-03-01', today)).toContain('2025');
  });
});
