import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { postChatMessage } from '@soulsight/contract/chat';
import { getMe } from '@soulsight/contract/profile';
import type { Api } from '../support/api.ts';

/** Below the rate limits of a minute, however long it goes on. */
const SEND_EVERY_MS = 400;
const READ_EVERY_MS = 600;

/** Users who send and read all the time. No request is repeated. */
export function startSteadyLoad(users: readonly Api[], conversationId: string) {
  const sent: string[] = [];
  const failures: string[] = [];
  let answered = 0;
  let isRunning = true;

  async function repeat(everyMs: number, work: () => Promise<unknown>): Promise<void> {
    while (isRunning) {
      await work().then(
        () => {
          answered += 1;
        },
        (error: Error) => failures.push(`${error.message} ${error.cause ?? ''}`),
      );
      await setTimeout(everyMs);
    }
  }

  async function send(api: Api): Promise<void> {
    const id = randomUUID();
    const body = { content: `Message ${sent.length + 1}. It was a long day, and a good one.`, message_id: id };
    await api.call(postChatMessage, { params: { id: conversationId }, body });
    sent.push(id);
  }

  const loops = users.flatMap((api) => [
    repeat(SEND_EVERY_MS, () => send(api)),
    repeat(READ_EVERY_MS, () => api.call(getMe)),
  ]);
  return {
    async stop() {
      isRunning = false;
      await Promise.all(loops);
      return { sent, answered, failures };
    },
  };
}
