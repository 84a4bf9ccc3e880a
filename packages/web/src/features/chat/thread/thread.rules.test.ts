import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildMessage } from '../../../testing/build-match.ts';
import {
  EMPTY_THREAD,
  findResumeSeq,
  getMessageStatus,
  hasGapBefore,
  type Thread,
  threadFromPage,
  withEarlier,
  withMessages,
  withoutContent,
} from './thread.rules.ts';

/** The same examples in every run. */
const SEEDED = { seed: 1 };

const seqs = (thread: Thread) => thread.messages.map((message) => message.seq);

describe('a thread', () => {
  it('has each message once and in order, however they arrive', () => {
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
      SEEDED,
    );
  });

  it('has no gap after resuming from its last known message', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.uniqueArray(fc.integer({ min: 1, max: 60 })), (last, lost) => {
        const server = Array.from({ length: last }, (_, i) => buildMessage(i + 1));
        let thread = withMessages(
          EMPTY_THREAD,
          server.filter((m) => !lost.includes(m.seq)),
        );
        thread = withMessages(
          thread,
          server.filter((m) => m.seq > findResumeSeq(thread)),
        );
        expect(seqs(thread)).toEqual(server.map((m) => m.seq));
      }),
      SEEDED,
    );
  });

  it('knows where messages may be missing', () => {
    const known = (...numbers: number[]) =>
      threadFromPage({ messages: numbers.map((n) => buildMessage(n)), has_more: true });
    expect(findResumeSeq(EMPTY_THREAD)).toBe(0);
    expect(findResumeSeq(known(7, 8))).toBe(8);
    expect(findResumeSeq(known(7, 8, 11, 12))).toBe(8);
    expect([hasGapBefore(known(8), 9), hasGapBefore(known(8), 10)]).toEqual([false, true]);
  });

  it('knows that the start is missing when the first message is', () => {
    expect([hasGapBefore(EMPTY_THREAD, 1), hasGapBefore(EMPTY_THREAD, 2)]).toEqual([false, true]);
    expect(findResumeSeq(withMessages(EMPTY_THREAD, [buildMessage(2), buildMessage(3)]))).toBe(0);
  });

  it('grows by earlier pages', () => {
    const thread = threadFromPage({ messages: [buildMessage(5), buildMessage(6)], has_more: true });
    const grown = withEarlier(thread, { messages: [buildMessage(3), buildMessage(4)], has_more: false });
    expect(seqs(grown)).toEqual([3, 4, 5, 6]);
    expect(grown.hasEarlier).toBe(false);
  });

  it('a deleted message does not come back with an older copy', () => {
    const thread = withoutContent(withMessages(EMPTY_THREAD, [buildMessage(1)]), [1]);
    expect(withMessages(thread, [buildMessage(1)]).messages[0]).toMatchObject({ deleted: true, content: '' });
  });

  it('[4.20] delivered, then read, and never back', () => {
    const message = buildMessage(5);
    expect(getMessageStatus(message, { delivered: 4, read: 2 })).toBe('sent');
    expect(getMessageStatus(message, { delivered: 5, read: 2 })).toBe('delivered');
    expect(getMessageStatus(message, { delivered: 5, read: 5 })).toBe('read');
    const read = withMessages(EMPTY_THREAD, [buildMessage(5, { status: 'read' })]);
    expect(withMessages(read, [message]).messages[0]?.status).toBe('read');
  });
});
