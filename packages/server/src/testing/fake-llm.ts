import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Reply = { status: number; content: string } | 'flood' | null;

export interface FakeLlm {
  /** The bodies of the calls so far, oldest first. */
  asked: string[];
  /** The answer to the next calls. Null leaves them without one. */
  reply: (asked: string) => Reply | Promise<Reply>;
  /** Environment variables that make a server use it. */
  env: Record<string, string>;
  stop(): void;
}

const FLOOD_BYTES = 4 * 1024 * 1024;

/** Starts an OpenAI-compatible endpoint on loopback. It answers 500 until `reply` is set. */
export async function startFakeLlm(): Promise<FakeLlm> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = Buffer.concat(chunks).toString();
    llm.asked.push(asked);
    const reply = await llm.reply(asked);
    if (reply === null) return;
    if (reply === 'flood') return flood(response);
    if (reply.status !== 200) return response.writeHead(reply.status).end();
    stream(response, reply.content);
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

function frame(part: Record<string, unknown>): string {
  return `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', ...part })}\n\n`;
}

function stream(response: ServerResponse, content: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const half = Math.ceil(content.length / 2);
  for (const text of [content.slice(0, half), content.slice(half)])
    response.write(frame({ choices: [{ index: 0, delta: { role: 'assistant', content: text } }] }));
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
  response.write(frame({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage }));
  response.end('data: [DONE]\n\n');
}

function flood(response: ServerResponse): void {
  response.on('error', () => undefined);
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(`data: ${'x'.repeat(FLOOD_BYTES)}`);
}
