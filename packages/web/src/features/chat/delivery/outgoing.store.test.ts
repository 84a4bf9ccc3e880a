import { expect, it, vi } from 'vitest';
import { abortCalls } from '../../../lib/api/api.ts';
import type { Tab } from '../../../lib/browser/tab.ts';
import { forgetUser } from '../../../lib/session/forget-user.ts';
import { testUuid } from '../../../testing/ids.ts';
import { createOutgoingStore, type Outgoing } from './outgoing.store.ts';

const USER = testUuid(1);
const MESSAGE: Outgoing = {
  id: testUuid(2),
  conversationId: testUuid(3),
  content: 'Not sent yet',
  timestamp: '2026-11-22T08:00:00.000Z',
  status: 'sending',
  waiting: false,
  reason: null,
};
const HOUR = 60 * 60_000;
const WRITTEN = Date.parse(MESSAGE.timestamp);

interface StartOptions {
  now: number;
  onAdopted: () => void;
}

/** Tabs of one browser: each hears what the others have stored. */
function browser() {
  const open = new Map<string, (key: string | null) => void>();
  const storages = new Map<string, Storage>();
  const shown = new Map<string, () => void>();
  function tab(id: string) {
    const tell = (key: string) => {
      for (const [other, listener] of open) if (other !== id) listener(key);
    };
    open.set(id, () => {});
    const self: Tab = {
      id,
      listOpen: async () => new Set(open.keys()),
      onStored(listener) {
        open.set(id, listener);
        return () => void open.set(id, () => {});
      },
      onShown(listener) {
        shown.set(id, listener);
        return () => void shown.delete(id);
      },
    };
    const storage = new Proxy(localStorage, {
      get: (target, name) => {
        if (name === 'length') return target.length;
        const method = (target[name as keyof Storage] as (...args: string[]) => unknown).bind(target);
        return (...args: string[]) => {
          const result = method(...args);
          if (name === 'setItem' || name === 'removeItem') tell(args[0] ?? '');
          return result;
        };
      },
    });
    storages.set(id, storage);
    return self;
  }
  return {
    /** Opens a tab, or loads its page again. */
    async start(id: string, { now = WRITTEN + HOUR, onAdopted = () => {} }: Partial<StartOptions> = {}) {
      const self = tab(id);
      const storage = storages.get(id) as Storage;
      const store = createOutgoingStore({ userId: USER, storage, tab: self, now: () => now, onAdopted });
      await self.listOpen();
      await Promise.resolve();
      return store;
    },
    close: (id: string) => void open.delete(id),
    /** The user comes back to a tab. */
    async show(id: string) {
      shown.get(id)?.();
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

it('what was written survives a reload of its tab, and waits again', async () => {
  const { start } = browser();
  (await start('a')).upsert(MESSAGE);
  expect((await start('a')).all()).toEqual([{ ...MESSAGE, waiting: true }]);
});

it('what a closed tab did not send waits in the next one; what an open one is sending is left to it', async () => {
  const { start, close } = browser();
  (await start('a')).upsert(MESSAGE);
  expect((await start('b')).all()).toEqual([]);
  close('b');
  close('a');
  const onAdopted = vi.fn();
  const after = await start('c', { onAdopted });
  expect(after.all()).toEqual([{ ...MESSAGE, waiting: true }]);
  expect(onAdopted).toHaveBeenCalledOnce();
  after.remove(MESSAGE.id);
  close('c');
  expect((await start('d')).all()).toEqual([]);
});

it('what a closed tab did not send is taken over by one that was open before, when the user comes back to it', async () => {
  const { start, close, show } = browser();
  const [before, after] = [await start('a'), await start('b')];
  before.upsert(MESSAGE);
  await show('b');
  expect(after.all()).toEqual([]);
  close('a');
  await show('b');
  expect(after.all()).toEqual([{ ...MESSAGE, waiting: true }]);
});

const FAILED = { ...MESSAGE, status: 'failed', reason: 'No network.' } as const;

it.each(['closed and another opened', 'loaded again'])(
  'after its tab was %s: what waited waits again, what was refused or is a day old does not',
  async (end) => {
    const { start, close } = browser();
    const before = await start('a');
    const old = new Date(WRITTEN - 24 * HOUR).toISOString();
    before.upsert({ ...MESSAGE, id: testUuid(10), timestamp: old });
    before.upsert({ ...MESSAGE, id: testUuid(11), waiting: true, reason: 'No network.' });
    before.upsert({ ...FAILED, id: testUuid(12) });
    if (end !== 'loaded again') close('a');
    const after = await start(end === 'loaded again' ? 'a' : 'b');
    expect(after.all()).toMatchObject([
      { id: testUuid(10), status: 'failed', waiting: false, reason: 'You wrote this more than a day ago.' },
      { id: testUuid(11), status: 'sending', waiting: true, reason: null },
      { id: testUuid(12), status: 'failed', waiting: false, reason: 'No network.' },
    ]);
  },
);

it("another account's messages stay where they are", async () => {
  const { start, close } = browser();
  (await start('a')).upsert(MESSAGE);
  const key = `soulsight.outgoing.${USER}.${MESSAGE.id}`;
  const theirs = key.replace(USER, testUuid(99));
  localStorage.setItem(theirs, localStorage.getItem(key) ?? '');
  localStorage.removeItem(key);
  close('a');
  expect((await start('b')).all()).toEqual([]);
  expect(localStorage.getItem(theirs)).not.toBeNull();
});

it('of two tabs that find the same message one shows it, and what one deletes is gone in both', async () => {
  const { start, close } = browser();
  (await start('a')).upsert(MESSAGE);
  close('a');
  const [one, other] = await Promise.all([start('b'), start('c')]);
  const shown = [one, other].filter((store) => store.all().length > 0);
  expect(shown).toHaveLength(1);
  shown[0]?.remove(MESSAGE.id);
  expect([one.all(), other.all(), Object.keys(localStorage)]).toEqual([[], [], []]);
});

it('two tabs that write at once keep both messages', async () => {
  const { start, close } = browser();
  const [one, other] = [await start('a'), await start('b')];
  one.upsert(MESSAGE);
  other.upsert({ ...MESSAGE, id: testUuid(4), timestamp: '2026-11-22T09:00:00.000Z' });
  close('a');
  close('b');
  expect((await start('c')).all().map(({ id }) => id)).toEqual([MESSAGE.id, testUuid(4)]);
});

it('nothing that was written stays in the browser after signing out, also when a call ends later', async () => {
  const store = await browser().start('a');
  store.upsert(MESSAGE);
  abortCalls();
  forgetUser();
  store.update(MESSAGE.id, { status: 'failed', reason: 'Network error' });
  expect(JSON.stringify(localStorage)).not.toContain(MESSAGE.content);
});

it('stores a bounded number', async () => {
  const { start } = browser();
  const store = await start('a');
  for (let n = 0; n < 205; n += 1) store.upsert({ ...MESSAGE, id: testUuid(10 + n) });
  expect(store.all()).toHaveLength(205);
  expect((await start('a')).all()).toHaveLength(200);
});

it.each(['{', '{"id":1}', '[{"id":"a"}]', 'null'])('ignores %s of another version', async (stored) => {
  localStorage.setItem(`soulsight.outgoing.${USER}.${MESSAGE.id}`, stored);
  expect((await browser().start('a')).all()).toEqual([]);
});
