import { expect, it } from 'vitest';
import { abortCalls } from '../../lib/api/api.ts';
import type { Tab } from '../../lib/browser/tab.ts';
import { forgetUser } from '../../lib/session/forget-user.ts';
import { testUuid } from '../../testing/ids.ts';
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

/** Tabs of one browser: each hears what the others have stored. */
function browser() {
  const open = new Map<string, (key: string | null) => void>();
  const storages = new Map<string, Storage>();
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
    async start(id: string) {
      const self = tab(id);
      const store = createOutgoingStore(USER, storages.get(id) as Storage, self);
      await self.listOpen();
      await Promise.resolve();
      return store;
    },
    close: (id: string) => void open.delete(id),
  };
}

it('what was written survives a reload of its tab, and waits again', async () => {
  const { start } = browser();
  (await start('a')).upsert(MESSAGE);
  expect((await start('a')).all()).toEqual([{ ...MESSAGE, waiting: true }]);
});

it('what a closed tab did not send is shown as not sent; what an open one is sending is left to it', async () => {
  const { start, close } = browser();
  (await start('a')).upsert(MESSAGE);
  expect((await start('b')).all()).toEqual([]);
  close('b');
  close('a');
  const after = await start('c');
  expect(after.all()).toEqual([
    { ...MESSAGE, status: 'failed', waiting: false, reason: 'The page was closed before.' },
  ]);
  after.update(MESSAGE.id, { status: 'sending', reason: null });
  after.remove(MESSAGE.id);
  close('c');
  expect((await start('d')).all()).toEqual([]);
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
