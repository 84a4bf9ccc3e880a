import { describe, expect, it } from 'vitest';
import { measureMoments } from '../evaluation/measure-moments.ts';
import { readWrittenConversations } from '../evaluation/written-conversations.ts';
import { readMoment } from './read-moment.rules.ts';

describe('hard moments', () => {
  const conversations = readWrittenConversations();

  it('are measured on at least 200 conversations in five languages, in two halves', () => {
    expect(conversations.length).toBeGreaterThanOrEqual(200);
    expect(new Set(conversations.map(({ language }) => language)).size).toBe(5);
    for (const half of ['development', 'held_out'])
      expect(conversations.filter((one) => one.half === half).length).toBeGreaterThan(100);
  });

  it.each(['development', 'held_out'] as const)('are recognised in the %s half, with few false alarms', (half) => {
    const { recall, falseAlarms } = measureMoments(conversations.filter((one) => one.half === half));
    expect(recall).toBeGreaterThanOrEqual(0.95);
    expect(falseAlarms).toBeLessThanOrEqual(0.02);
  });

  it('sees through capitals, accents and invisible characters', () => {
    expect(readMoment('I WANT TO D\u200bIE')).toBe('self_harm');
    expect(readMoment('ich möchte nicht mehr LEBEN')).toBe('self_harm');
  });

  it('reads long text in linear time', () => {
    const long = 'a '.repeat(100_000);
    expect(readMoment(`${long} I want to die`)).toBeNull();
    expect(readMoment(`I want to die ${long}`)).toBe('self_harm');
  });
});
