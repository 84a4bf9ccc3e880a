import { getChatMessages, type Message } from '@soulsight/contract/chat';
import type { Api } from '../support/api.ts';
import { startConversation } from '../support/start-conversation.ts';
import { makeUser, onboardUser, type ReadCode, type TestUser } from '../support/test-user.ts';

/** Two users who matched, and their conversation. */
export async function buildConversation(
  visitor: Api,
  readCode?: ReadCode,
): Promise<{ users: [Api, Api]; accounts: [TestUser, TestUser]; conversationId: string }> {
  const accounts: [TestUser, TestUser] = [
    makeUser('Ada', { gender: 'woman', wants: 'man' }),
    makeUser('Ben', { gender: 'man', wants: 'woman' }),
  ];
  const one = await onboardUser(visitor, accounts[0], readCode);
  const other = await onboardUser(visitor, accounts[1], readCode);
  const { conversationId } = await startConversation(one, other);
  return { users: [one, other], accounts, conversationId };
}

/** A whole conversation, in order. */
export async function allMessages(api: Api, conversationId: string): Promise<Message[]> {
  const all: Message[] = [];
  for (;;) {
    const query = { after: all.at(-1)?.seq ?? 0, limit: 100 };
    const page = await api.call(getChatMessages, { params: { id: conversationId }, query });
    all.push(...page.messages);
    if (!page.has_more) return all;
  }
}
