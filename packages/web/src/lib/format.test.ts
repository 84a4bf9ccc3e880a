import { HOUR_MS, MINUTE_MS } from '@soulsight/contract/time';
import { describe, expect, it } from 'vitest';
import {
  formatCountdown,
  formatDay,
  formatLongDate,
  formatMinutes,
  formatRelativeTime,
  formatTime,
  formatTimeOrDay,
} from './format.ts';

const at = (day: number, hour = 10) => new Date(2026, 2, day, hour);

describe('days', () => {
  const now = at(20, 0);

  it('are named when they are near', () => {
    expect(formatDay(at(20, 23), now)).toBe('Today');
    expect(formatDay(at(19, 23), now)).toBe('Yesterday');
    expect(formatDay(at(16), now)).toBe(at(16).toLocaleDateString(undefined, { weekday: 'long' }));
  });

  it('are dates when they are a week away or more, with the year of another year', () => {
    expect(formatDay(at(13), now)).toBe(at(13).toLocaleDateString(undefined, { day: 'numeric', month: 'long' }));
    expect(formatDay(new Date(2025, 2, 1), now)).toBe(formatLongDate(new Date(2025, 2, 1)));
  });

  it('are shown as a time when they are today', () => {
    expect(formatTimeOrDay(at(20, 9), at(20, 22))).toBe(formatTime(at(20, 9)));
    expect(formatTimeOrDay(at(19, 9), at(20, 22))).toBe('Yesterday');
  });
});

describe('lengths of time', () => {
  it.each([
    [20_000, 'just now'],
    [2 * MINUTE_MS, '2 minutes ago'],
    [3 * HOUR_MS, '3 hours ago'],
    [26 * HOUR_MS, 'yesterday'],
  ])('%i ms ago is "%s"', (ms, text) => {
    expect(formatRelativeTime(at(20).getTime() - ms, at(20))).toBe(text);
  });

  it.each([
    [-5, '0 s'],
    [39_100, '40 s'],
    [59_000, '59 s'],
    [59_001, '1 min'],
    [MINUTE_MS, '1 min'],
    [12 * MINUTE_MS - 1, '12 min'],
    [2 * HOUR_MS - 1, '2 h 00 min'],
    [3 * HOUR_MS + 5 * MINUTE_MS, '3 h 05 min'],
    [23 * HOUR_MS + 59 * MINUTE_MS, '23 h 59 min'],
  ])('[5.2] %i ms left is "%s"', (ms, text) => {
    expect(formatCountdown(ms)).toBe(text);
  });

  it.each([
    [0.4, 'under a minute'],
    [12.4, '12 min'],
    [150, '3 h'],
    [1_500, 'a day'],
    [6_000, '4 days'],
  ])('%d minutes is "%s"', (minutes, text) => {
    expect(formatMinutes(minutes)).toBe(text);
  });
});
