import { randomUUID } from 'node:crypto';
import { postAuthRegister } from '@soulsight/contract/auth';
import { type Message, postChatMessage } from '@soulsight/contract/chat';
import { patchMe } from '@soulsight/contract/profile';
import { type Api, Refusal } from '../support/api.ts';
import { makeUser, type TestUser } from '../support/test-user.ts';

/** What was sent to the server, and what it acknowledged. */
export interface Ledger {
  /** By message id. */
  sent: Map<string, { content: string; sender: Api }>;
  acknowledged: Map<string, Message>;
  /** A field that is overwritten repeatedly: the last acknowledged value and the last one sent. */
  work: { acknowledged: number; attempted: number };
  signedUp: TestUser[];
}

export function newLedger(): Ledger {
  return {
    sent: new Map(),
    acknowledged: new Map(),
    work: { acknowledged: 0, attempted: 0 },
    signedUp: [],
  };
}

/** Writes concurrently until the server is killed. */
export async function writeUntilKilled(users: [Api, Api], conversationId: string, visitor: Api, ledger: Ledger) {
  const [one, other] = users;
  await Promise.all([
    repeatUntilKilled(() => sendMessage(one, conversationId, ledger)),
    repeatUntilKilled(() => sendMessage(one, conversationId, ledger)),
    repeatUntilKilled(() => sendMessage(other, conversationId, ledger)),
    repeatUntilKilled(() => changeProfile(one, ledger)),
    repeatUntilKilled(() => signUp(visitor, ledger)),
  ]);
}

/** Resends the messages of one user that were not acknowledged; the client's message id prevents duplicates. */
export async function resend(api: Api, conversationId: string, ledger: Ledger): Promise<void> {
  for (const [id, { content, sender }] of ledger.sent) {
    if (sender !== api || ledger.acknowledged.has(id)) continue;
    const body = { content, message_id: id };
    ledger.acknowledged.set(id, await api.call(postChatMessage, { params: { id: conversationId }, body }));
  }
}

async function sendMessage(api: Api, conversationId: string, ledger: Ledger): Promise<void> {
  const id = randomUUID();
  const content =
    `Message ${ledger.sent.size + 1}. ${'It was a long day, and a good one. '.repeat(ledger.sent.size % 40)}`.trim();
  ledger.sent.set(id, { content, sender: api });
  const stored = await api.call(postChatMessage, { params: { id: conversationId }, body: { content, message_id: id } });
  ledger.acknowledged.set(id, stored);
}

async function changeProfile(api: Api, ledger: Ledger): Promise<void> {
  ledger.work.attempted += 1;
  const value = ledger.work.attempted;
  await api.call(patchMe, { body: { work: `Work ${value}` } });
  ledger.work.acknowledged = value;
}

/** Signs up a new user and records them once acknowledged. */
export async function signUp(visitor: Api, ledger: Ledger): Promise<void> {
  const user = makeUser('Newcomer');
  const { email, password, firstName, birthDate } = user;
  await visitor.call(postAuthRegister, {
    body: { email, password, data: { first_name: firstName, birth_date: birthDate } },
  });
  ledger.signedUp.push(user);
}

/** Repeats a write until the connection breaks or the rate limit refuses it. Throws any other refusal. */
async function repeatUntilKilled(write: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      await write();
    } catch (error) {
      if (error instanceof Refusal && error.status !== 429) throw error;
      return;
    }
  }
}
