import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

/** `long_line` is one line of 50 MB, `endless` frames without an end, `half` half an answer and then silence. */
type Reply = { status: number; content: string } | { body: string } | 'long_line' | 'endless' | 'half' | null;

export interface FakeLlm {
  /** The bodies of the calls so far, oldest first. */
  asked: string[];
  /** The answer to the next calls; one with a `body` is sent as it is, with status 200. Null leaves them without one. */
  reply: (asked: string) => Reply | Promise<Reply>;
  /** Environment variables that make a server use it. */
  env: Record<string, string>;
  stop(): void;
}

const LINE_BYTES = 50 * 1024 * 1024;
const CHUNK = 'x'.repeat(64 * 1024);
const EVENTS = { 'content-type': 'text/event-stream' };

/** Starts an OpenAI-compatible endpoint on loopback. It answers 500 until `reply` is set. */
export async function startFakeLlm(): Promise<FakeLlm> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = Buffer.concat(chunks).toString();
    llm.asked.push(asked);
    send(response, await llm.reply(asked));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const llm: FakeLlm = {
    asked: [],
    reply: () => ({ status: 500, content: '' }),
    env: { LLM_BASE_URL: `http://127.0.0.1:${port}/v1`, LLM_MODEL: 'm', LLM_API_KEY: 'k' },
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return llm;
}

function send(response: ServerResponse, reply: Reply): void {
  response.on('error', () => undefined);
  if (reply === null) return;
  if (typeof reply === 'object' && 'status' in reply && reply.status === 200) stream(response, reply.content);
  else if (typeof reply === 'object' && 'status' in reply) response.writeHead(reply.status).end(reply.content);
  else {
    response.writeHead(200, EVENTS);
    if (reply === 'half') response.write(toFrame('{"suggestions":[{"kind":"re'));
    else if (typeof reply === 'object') response.end(reply.body);
    else Readable.from(reply === 'long_line' ? longLine() : endless()).pipe(response);
  }
}

function frame(part: Record<string, unknown>): string {
  return `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', ...part })}\n\n`;
}

function stream(response: ServerResponse, content: string): void {
  response.writeHead(200, EVENTS);
  const half = Math.ceil(content.length / 2);
  for (const text of [content.slice(0, half), content.slice(half)]) response.write(toFrame(text));
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
  response.write(frame({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage }));
  response.end('data: [DONE]\n\n');
}

function toFrame(content: string): string {
  return frame({ choices: [{ index: 0, delta: { role: 'assistant', content } }] });
}

function* longLine() {
  yield 'data: ';
  for (let bytes = 0; bytes < LINE_BYTES; bytes += CHUNK.length) yield CHUNK;
}

function* endless() {
  for (;;) yield toFrame('and so on ');
}
