import { randomUUID } from 'node:crypto';
import { getChatMessages } from '@soulsight/contract/chat';
import { HOUR_MS } from '@soulsight/contract/time';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isInBackground, runInBackground } from '../../../core/background.ts';
import { openPostgres } from '../../../core/db/postgres.ts';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { buildConversation } from '../../../testing/test-users.ts';
import { users } from '../../auth/auth.tables.ts';
import type { BuiltDater } from '../../demo/builders/dater.builder.ts';
import { messages } from '../chat.tables.ts';
import { STATEMENT_NAME } from './message.store.ts';
import { createSender, type Sender } from './sender.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let app: TestApp;
/** Two nodes on one database. */
let nodes: [Sender, Sender];
beforeAll(async () => {
  app = await buildTestApp();
  const core = { ...app.core, outbox: { ...app.core.outbox, rehydrate: () => {} } };
  nodes = [createSender(core, () => {}), createSender(core, () => {})];
});
afterAll(() => app.stop());

let mia: BuiltDater;
let tom: BuiltDater;
let id: string;
beforeEach(async () => {
  ({ one: mia, other: tom, conversationId: id } = await buildConversation(app));
  // The first message of a conversation creates its key.
  await nodes[0].send({ userId: mia.id, conversationId: id, content: 'line 0' });
});

async function stored(conversationId = id, as = mia) {
  const answer = await app.call(getChatMessages, { as, params: { id: conversationId }, query: { limit: 100 } });
  return answer.ok().messages.map(({ seq, content }) => [seq, content]);
}

describe('messages that are sent together', () => {
  it('keep the order of each conversation over several batches', async () => {
    const second = await buildConversation(app);
    const sends: Promise<unknown>[] = [];
    for (let i = 1; i <= 30; i++) {
      sends.push(nodes[0].send({ userId: i % 2 ? mia.id : tom.id, conversationId: id, content: `line ${i}` }));
      sends.push(nodes[0].send({ userId: second.one.id, conversationId: second.conversationId, content: `line ${i}` }));
      if (i % 10 === 0) await new Promise((turn) => setImmediate(turn));
    }
    await Promise.all(sends);
    expect(await stored()).toEqual(Array.from({ length: 31 }, (_, i) => [i + 1, `line ${i}`]));
    expect(await stored(second.conversationId, second.one)).toEqual(
      Array.from({ length: 30 }, (_, i) => [i + 1, `line ${i + 1}`]),
    );
  });

  it('are written by nobody’s background work or transaction', async () => {
    const inBackground: boolean[] = [];
    const { db } = app.core;
    const watched = new Proxy(db, {
      get(target, key) {
        inBackground.push(isInBackground());
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const core = { ...app.core, db: watched, outbox: { ...app.core.outbox, rehydrate: () => {} } };
    const sender = createSender(core, () => {});
    const send = (content: string) => sender.send({ userId: mia.id, conversationId: id, content });
    await Promise.all([runInBackground(() => send('from a job')), send('from a socket')]);
    expect(new Set(inBackground)).toEqual(new Set([false]));
    await expect(db.transaction(() => send('inside a transaction'))).rejects.toThrow('inside a database transaction');
  });

  it('are numbered without gaps by two nodes at once', async () => {
    const sends = Array.from({ length: 40 }, (_, i) =>
      (nodes[i % 2] as Sender).send({ userId: i % 3 ? mia.id : tom.id, conversationId: id, content: `line ${i}` }),
    );
    const seqs = (await Promise.all(sends)).map(({ message }) => message.seq);
    expect(seqs.toSorted((a, b) => a - b)).toEqual(sends.map((_, i) => i + 2));
    expect((await stored()).map(([seq]) => seq)).toEqual([1, ...sends.map((_, i) => i + 2)]);
  });

  it('are stored without those that nobody takes, which leave no gap', async () => {
    const stranger = await buildConversation(app);
    const send = (userId: string, conversationId: string, messageId: string = randomUUID()) =>
      nodes[0].send({ userId, conversationId, content: 'Hello', messageId });
    const twice = randomUUID();
    const outcomes = await Promise.allSettled([
      send(mia.id, id),
      send(stranger.one.id, id),
      send(mia.id, id, twice),
      send(tom.id, NOBODY),
      send(mia.id, id, twice),
      send(tom.id, id, twice),
      send(tom.id, id),
    ]);
    expect(
      outcomes.map((o) => (o.status === 'fulfilled' ? [o.value.message.seq, o.value.isNew] : o.reason.code)),
    ).toEqual([[2, true], 'conversation_gone', [3, true], 'conversation_gone', [3, false], 'conflict', [4, true]]);
  });

  it('reach their own receivers, whichever of a few are refused', async () => {
    const open = await Promise.all(Array.from({ length: 4 }, () => buildConversation(app)));
    const paused = await buildConversation(app);
    for (const { one, conversationId } of [...open, paused]) {
      await nodes[0].send({ userId: one.id, conversationId, content: 'line 0' });
    }
    const lockedUntil = new Date(app.clock.now().getTime() + HOUR_MS);
    await app.core.db.update(users).set({ lockedUntil }).where(eq(users.id, paused.other.id));
    const ways = (i: number) => {
      const { one, other, conversationId } = open[i] as (typeof open)[number];
      return [
        { from: one.id, to: conversationId, outcome: other.id },
        { from: paused.one.id, to: conversationId, outcome: 'conversation_gone' },
        { from: paused.one.id, to: paused.conversationId, outcome: 'conversation_paused' },
      ];
    };
    let mixtures = [[]] as ReturnType<typeof ways>[];
    for (let place = 0; place < open.length; place++) {
      mixtures = mixtures.flatMap((mixture) => ways(place).map((way) => [...mixture, way]));
      for (const mixture of mixtures) {
        const outcomes = await Promise.allSettled(
          mixture.map(({ from, to }) => nodes[0].send({ userId: from, conversationId: to, content: 'Hello' })),
        );
        expect(outcomes.map((o) => (o.status === 'fulfilled' ? o.value.otherId : o.reason.code))).toEqual(
          mixture.map(({ outcome }) => outcome),
        );
      }
    }
  });

  it('are answered with the stored one while the conversation is paused, and refused if they are new', async () => {
    const again = { userId: mia.id, conversationId: id, content: 'Before', messageId: randomUUID() };
    await nodes[0].send(again);
    const lockedUntil = new Date(app.clock.now().getTime() + HOUR_MS);
    await app.core.db.update(users).set({ lockedUntil }).where(eq(users.id, tom.id));
    const outcomes = await Promise.allSettled([
      nodes[0].send({ ...again, messageId: randomUUID() }),
      nodes[0].send(again),
    ]);
    expect(outcomes.map((o) => (o.status === 'fulfilled' ? o.value.message.seq : o.reason.code))).toEqual([
      'conversation_paused',
      2,
    ]);
  });
});

describe.runIf(process.env.TEST_DATABASE_URL)(
  'messages behind a pooler that forgets prepared statements (needs TEST_DATABASE_URL)',
  () => {
    it('are stored once each', async () => {
      for (let i = 1; i <= 3; i++) {
        await nodes[0].send({ userId: mia.id, conversationId: id, content: `line ${i}` });
        await app.core.db.execute('deallocate all');
      }
      expect(await stored()).toEqual(Array.from({ length: 4 }, (_, i) => [i + 1, `line ${i}`]));
    });

    it('are stored once each where another node has prepared them on the connection', async () => {
      const { rows } = await app.core.db.execute<{ name: string }>('select current_database() as name');
      const url = Object.assign(new URL(process.env.TEST_DATABASE_URL ?? ''), { pathname: `/${rows[0]?.name}` });
      const { db, close } = await openPostgres(url.href, { max: 1 });
      await db.execute(`prepare ${STATEMENT_NAME} as select 1`);
      const core = { ...app.core, db, outbox: { ...app.core.outbox, rehydrate: () => {} } };
      const sender = createSender(core, () => {});
      for (let i = 1; i <= 3; i++) await sender.send({ userId: mia.id, conversationId: id, content: `line ${i}` });
      await close();
      expect(await stored()).toEqual(Array.from({ length: 4 }, (_, i) => [i + 1, `line ${i}`]));
    });
  },
);

describe('messages of a deleted conversation', () => {
  const left = async (conversationId: string) => {
    const rows = await app.core.db.select().from(messages).where(eq(messages.conversationId, conversationId));
    return rows.length;
  };
  const erase = () => app.core.db.delete(users).where(eq(users.id, mia.id));

  it('are deleted with it, and no others', async () => {
    const { conversationId, one } = await buildConversation(app);
    await nodes[0].send({ userId: one.id, conversationId, content: 'line 0' });
    await erase();
    expect([await left(id), await left(conversationId)]).toEqual([0, 1]);
  });

  it('are not left over when they are sent in the meantime', async () => {
    const send = (n: number) => nodes[n % 2]?.send({ userId: tom.id, conversationId: id, content: `line ${n}` });
    await Promise.allSettled([...Array.from({ length: 10 }, (_, n) => send(n)), erase(), send(10), send(11)]);
    expect(await left(id)).toBe(0);
  });
});
