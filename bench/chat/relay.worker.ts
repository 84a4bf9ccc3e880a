import { createServer } from 'node:http';
import path from 'node:path';
import { openEmbedded } from '@soulsight/server/core/db/embedded';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { type WebSocket, WebSocketServer } from 'ws';
import { readMemoryUsage } from './memory.ts';
import { answerRequests } from './process.ts';

/** The lower bounds: a relay that only forwards messages, and one that stores them first. */
export type RelayRequest =
  | { kind: 'start'; store: 'none' }
  | { kind: 'start'; store: 'postgres'; url: string }
  | { kind: 'start'; store: 'embedded'; dir: string }
  | { kind: 'memory' }
  | { kind: 'stop' };

type Message = { id: string; to: number; from: number; content: string };
type Pending = { message: Message; raw: string; socket: WebSocket };
type Insert = (ids: string[], from: number[], to: number[], contents: string[]) => Promise<unknown>;

const CREATE = `create table line (id uuid primary key, sender int not null, receiver int not null, content text not null,
  at timestamptz not null default now())`;
const INSERT = `insert into line (id, sender, receiver, content)
  select * from unnest($1::uuid[], $2::int[], $3::int[], $4::text[])`;

const sockets = new Map<number, WebSocket>();
let close = async () => {};
let insert: Insert | null = null;
let batch: Pending[] = [];

async function openStore(request: RelayRequest & { kind: 'start' }): Promise<void> {
  if (request.store === 'none') return;
  if (request.store === 'postgres') {
    const pool = new pg.Pool({ connectionString: request.url, max: 4 });
    await pool.query(CREATE);
    insert = (...values) => pool.query({ name: 'line', text: INSERT, values });
    close = () => pool.end();
    return;
  }
  const database = await openEmbedded(path.join(request.dir, 'relay'));
  await database.db.execute(sql.raw(CREATE));
  insert = (ids, from, to, contents) =>
    database.db.execute(sql`insert into line (id, sender, receiver, content) select * from
      unnest(${sql.param(ids)}::uuid[], ${sql.param(from)}::int[], ${sql.param(to)}::int[], ${sql.param(contents)}::text[])`);
  close = database.close;
}

/** Inserts the messages of one event loop turn in one statement, then acknowledges and forwards them. */
async function writeBatch(): Promise<void> {
  const pending = batch;
  batch = [];
  const messages = pending.map(({ message }) => message);
  await insert?.(
    messages.map((m) => m.id),
    messages.map((m) => m.from),
    messages.map((m) => m.to),
    messages.map((m) => m.content),
  );
  for (const { message, raw, socket } of pending) {
    socket.send(`{"ack":"${message.id}"}`);
    sockets.get(message.to)?.send(raw);
  }
}

function handleMessage(socket: WebSocket, raw: string): void {
  const message = JSON.parse(raw) as Message;
  if (!insert) {
    sockets.get(message.to)?.send(raw);
    return;
  }
  if (batch.length === 0) setImmediate(() => void writeBatch());
  batch.push({ message, raw, socket });
}

async function startRelay(request: RelayRequest & { kind: 'start' }): Promise<number> {
  await openStore(request);
  const server = createServer();
  const wss = new WebSocketServer({ server, perMessageDeflate: false });
  wss.on('connection', (socket, { url }) => {
    sockets.set(Number(url?.slice(1)), socket);
    socket.on('message', (data) => handleMessage(socket, String(data)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

answerRequests<RelayRequest>(async (request) => {
  if (request.kind === 'start') return startRelay(request);
  if (request.kind === 'memory') return readMemoryUsage();
  await close();
  process.disconnect();
  process.exit(0);
});
