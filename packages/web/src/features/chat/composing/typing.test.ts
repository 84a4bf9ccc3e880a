import { describe, expect, it } from 'vitest';
import { fakeClock } from '../../../testing/fake-realtime.ts';
import { createTypingStore } from './typing.store.ts';
import { createTypingSignal } from './typing-signal.ts';

describe('the typing indicator', () => {
  it('[4.21] disappears after 8 s without a stop', () => {
    const clock = fakeClock();
    const store = createTypingStore(clock);
    store.start('c', 'u');
    clock.advance(7_999);
    expect(store.snapshot()).toEqual({ c: { u: true } });
    clock.advance(1);
    expect(store.snapshot()).toEqual({});
  });

  it('[4.21] is extended by another start', () => {
    const clock = fakeClock();
    const store = createTypingStore(clock);
    store.start('c', 'u');
    clock.advance(6_000);
    store.start('c', 'u');
    clock.advance(6_000);
    expect(store.snapshot()).toEqual({ c: { u: true } });
  });

  it('[3.14] is stored by conversation and user', () => {
    const store = createTypingStore(fakeClock());
    store.start('c', 'u');
    store.start('c', 'v');
    store.start('d', 'u');
    store.stop('c', 'u');
    expect(store.snapshot()).toEqual({ c: { v: true }, d: { u: true } });
  });
});

describe('the typing signal', () => {
  function signal() {
    const clock = fakeClock();
    const said: string[] = [];
    return { clock, said, signal: createTypingSignal(clock, (type) => said.push(type)) };
  }

  it('is sent once for many keys, and again before the indicator times out', () => {
    const { clock, said, signal: s } = signal();
    for (let n = 0; n < 9; n++) {
      s.typed();
      clock.advance(500);
    }
    expect(said).toEqual(['typing_start', 'typing_start']);
  });

  it('stops when the input loses focus, and after a time without input', () => {
    const { clock, said, signal: s } = signal();
    s.typed();
    s.stopped();
    s.stopped();
    expect(said).toEqual(['typing_start', 'typing_stop']);
    s.typed();
    clock.advance(5_000);
    expect(said).toEqual(['typing_start', 'typing_stop', 'typing_start', 'typing_stop']);
  });
});
