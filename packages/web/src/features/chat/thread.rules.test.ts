import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildMessage } from '../../lib/testing/people.ts';
import {
  EMPTY_THREAD,
  fromPage,
  leavesGap,
  resumeFrom,
  statusOf,
  type Thread,
  withEarlier,
  withMessages,
  withoutContent,
} from './thread.rules.ts';

const seqs = (thread: Thread) => thread.messages.map((message) => message.seq);

describe('a thread', () => {
  it('holds each message once and in order, whatever order and however often they come', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 12 }), { maxLength: 12 }),
        (batches) => {
          const thread = batches.reduce<Thread>(
            (t, batch) =>
              withMessages(
                t,
                batch.map((n) => buildMessage(n)),
              ),
            EMPTY_THREAD,
          );
          expect(seqs(thread)).toEqual([...new Set(batches.flat())].toSorted((a, b) => a - b));
        },
      ),
    );
  });

  it('resuming from its number until nothing is new leaves no gap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.uniqueArray(fc.integer({ min: 1, max: 60 })), (last, lost) => {
        const server = Array.from({ length: last }, (_, i) => buildMessage(i + 1));
        let thread = withMessages(
          EMPTY_THREAD,
          server.filter((m) => m.seq === 1 || !lost.includes(m.seq)),
        );
        thread = withMessages(
          thread,
          server.filter((m) => m.seq > resumeFrom(thread)),
        );
        expect(seqs(thread)).toEqual(server.map((m) => m.seq));
      }),
    );
  });

  it('knows from where something may be missing', () => {
    expect(resumeFrom(EMPTY_THREAD)).toBe(0);
    expect(resumeFrom(withMessages(EMPTY_THREAD, [buildMessage(7), buildMessage(8)]))).toBe(8);
    expect(
      resumeFrom(
        withMessages(
          EMPTY_THREAD,
          [7, 8, 11, 12].map((n) => buildMessage(n)),
        ),
      ),
    ).toBe(8);
    const thread = withMessages(EMPTY_THREAD, [buildMessage(8)]);
    expect([leavesGap(thread, 9), leavesGap(thread, 10), leavesGap(EMPTY_THREAD, 10)]).toEqual([false, true, false]);
  });

  it('grows upwards page by page', () => {
    const thread = fromPage({ messages: [buildMessage(5), buildMessage(6)], has_more: true });
    const grown = withEarlier(thread, { messages: [buildMessage(3), buildMessage(4)], has_more: false });
    expect(seqs(grown)).toEqual([3, 4, 5, 6]);
    expect(grown.hasEarlier).toBe(false);
  });

  it('what was deleted does not come back with an older copy', () => {
    const thread = withoutContent(withMessages(EMPTY_THREAD, [buildMessage(1)]), [1]);
    expect(withMessages(thread, [buildMessage(1)]).messages[0]).toMatchObject({ deleted: true, content: '' });
  });

  it('[4.20] delivered, then read, and never back', () => {
    const message = buildMessage(5);
    expect(statusOf(message, { delivered: 4, read: 2 })).toBe('sent');
    expect(statusOf(message, { delivered: 5, read: 2 })).toBe('delivered');
    expect(statusOf(message, { delivered: 5, read: 5 })).toBe('read');
    const read = withMessages(EMPTY_THREAD, [buildMessage(5, { status: 'read' })]);
    expect(withMessages(read, [message]).messages[0]?.status).toBe('read');
  });
});
