import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface FakeLlm {
  /** The bodies of the calls so far, oldest first. */
  asked: string[];
  /** The answer to the next calls. */
  reply: () => { status: number; content: string };
  /** Environment variables that make a server use it. */
  env: Record<string, string>;
  stop(): void;
}

/** Starts an OpenAI-compatible endpoint on loopback. It answers 500 until `reply` is set. */
export async function startFakeLlm(): Promise<FakeLlm> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    llm.asked.push(Buffer.concat(chunks).toString());
    const { status, content } = llm.reply();
    const message = { role: 'assistant', content };
    response.writeHead(status, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const llm: FakeLlm = {
    asked: [],
    reply: () => ({ status: 500, content: '' }),
    env: { LLM_BASE_URL: `http://127.0.0.1:${port}/v1`, LLM_MODEL: 'm', LLM_API_KEY: 'k' },
    stop: () => void server.close(),
  };
  return llm;
}
