import type { ConversationInsights } from '@soulsight/contract/chat';

export type WingmanInsight = { title: string; text: string };

/** Shares of the messages, in percent, outside which the balance is worth mentioning. */
const BALANCED = { from: 42, to: 58 };
const DEEP_FROM = 50;

const DEPTH = {
  deep: {
    all: 'Your conversations go below the surface. Keep asking what things meant to people.',
    one: 'This conversation goes below the surface. Keep asking what things meant to them.',
  },
  light: {
    all: 'Your conversations stay on the surface so far. Ask how something felt, not only how it was.',
    one: 'This conversation stays on the surface so far. Ask how something felt, not only how it was.',
  },
};

/** What helps across all of a user's conversations. */
export function summarizeConversations(conversations: readonly ConversationInsights[]): WingmanInsight[] {
  if (conversations.length === 0)
    return [{ title: 'Nothing to read yet', text: 'Write to someone, and there will be something to learn from.' }];
  const paces = conversations.flatMap(({ pace }) => (pace.mine_minutes === null ? [] : [pace.mine_minutes]));
  return [
    { title: 'Give and take', text: describeBalance(mean(conversations.map(({ balance }) => balance))) },
    { title: 'Depth', text: DEPTH[mean(conversations.map(({ depth }) => depth)) >= DEEP_FROM ? 'deep' : 'light'].all },
    ...(paces.length > 0 ? [{ title: 'Pace', text: describePace(mean(paces)) }] : []),
  ];
}

/** Fewer messages say nothing about a conversation. */
const NOTICED_FROM_MESSAGES = 20;

/** The one thing worth telling about a conversation: its balance where that is off, else its depth. Null where it is too short. */
export function pickInsight(conversation: ConversationInsights): string | null {
  if (conversation.messages < NOTICED_FROM_MESSAGES) return null;
  const { balance, depth } = conversation;
  if (balance < BALANCED.from || balance > BALANCED.to) return describeBalance(balance);
  return DEPTH[depth >= DEEP_FROM ? 'deep' : 'light'].one;
}

function describeBalance(percent: number): string {
  if (percent > BALANCED.to)
    return `You write ${Math.round(percent)} percent of the messages. A question and a pause bring the other person in.`;
  return percent < BALANCED.from
    ? `You write ${Math.round(percent)} percent of the messages. People open up more when you do.`
    : 'You give about as much as you get. That is where trust grows best.';
}

function describePace(minutes: number): string {
  return `You usually answer within ${Math.max(1, Math.round(minutes))} minutes.`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
