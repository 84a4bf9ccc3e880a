import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageStatus } from './receipts.rules.ts';

const ORDER = ['sent', 'delivered', 'read'];
const seqs = fc.integer({ min: 0, max: 20 });

describe('the status of a message', () => {
  it('[3.12] of one’s own is sent, then delivered, then read', () => {
    const mine = { read: 0 };
    expect(messageStatus({ seq: 3, isMine: true }, { mine, theirs: { delivered: 2, read: 2 } })).toBe('sent');
    expect(messageStatus({ seq: 3, isMine: true }, { mine, theirs: { delivered: 3, read: 2 } })).toBe('delivered');
    expect(messageStatus({ seq: 3, isMine: true }, { mine, theirs: { delivered: 3, read: 3 } })).toBe('read');
  });

  it('only moves forward as receipts move forward', () => {
    fc.assert(
      fc.property(seqs, fc.boolean(), seqs, seqs, seqs, seqs, (seq, isMine, delivered, read, more, further) => {
        const before = messageStatus({ seq, isMine }, { mine: { read }, theirs: { delivered, read } });
        const after = messageStatus(
          { seq, isMine },
          { mine: { read: read + more }, theirs: { delivered: delivered + further, read: read + more } },
        );
        expect(ORDER.indexOf(after)).toBeGreaterThanOrEqual(ORDER.indexOf(before));
      }),
    );
  });
});
