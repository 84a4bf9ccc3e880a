/** Statistics of a conversation. */
export interface ConversationStats {
  messages: number;
  /** Share of the messages that are the caller's, 0 to 100. */
  balance: number;
  /** 0 to 100. */
  depth: number;
  /** Mean tone of the last messages, -1 to 1. */
  tone: number;
  questions: number;
  theyOpenedUp: boolean;
}

export const TONES = ['warm', 'light', 'curious', 'careful', 'tense', 'quiet'] as const;

export interface Analysis {
  summary: string;
  tone: (typeof TONES)[number];
  advice: string[];
}

const QUIET_BELOW_MESSAGES = 4;
const TENSE_BELOW_TONE = -0.3;
const WARM_FROM_TONE = 0.3;
const DEEP_FROM = 55;
const SHALLOW_BELOW = 30;
/** Shares of the messages, in percent, from which one side writes noticeably more. */
const MINE_MORE_FROM = 62;
const MINE_LESS_BELOW = 38;
const CURIOUS_FROM_QUESTIONS = 3;

/** Describes the conversation and what to try next. */
export function analyseConversation(conversation: ConversationStats): Analysis {
  const tone = classifyTone(conversation);
  return { tone, summary: `${TONE_SENTENCES[tone]} ${balanceSentence(conversation)}`, advice: adviceFor(conversation) };
}

function classifyTone({ messages, tone, depth, questions }: ConversationStats): Analysis['tone'] {
  if (messages < QUIET_BELOW_MESSAGES) return 'quiet';
  if (tone <= TENSE_BELOW_TONE) return 'tense';
  if (tone >= WARM_FROM_TONE && depth >= DEEP_FROM) return 'warm';
  if (questions >= CURIOUS_FROM_QUESTIONS) return 'curious';
  return tone >= WARM_FROM_TONE ? 'light' : 'careful';
}

const TONE_SENTENCES: Record<Analysis['tone'], string> = {
  warm: 'This conversation is warm, and you both go below the surface.',
  light: 'This conversation is light and friendly.',
  curious: 'There is real curiosity in this conversation.',
  careful: 'You are still getting to know each other.',
  tense: 'The last messages sound a little heavy.',
  quiet: 'You have only just started.',
};

function balanceSentence({ balance, messages }: ConversationStats): string {
  if (messages < QUIET_BELOW_MESSAGES) return 'There will be more to say after a few more messages.';
  if (balance > MINE_MORE_FROM) return 'You write more than they do.';
  return balance < MINE_LESS_BELOW ? 'They write more than you do.' : 'You both write about the same amount.';
}

function adviceFor(conversation: ConversationStats): string[] {
  const advice: string[] = [];
  if (conversation.theyOpenedUp)
    advice.push('They opened up to you. Go back to it gently before you change the subject.');
  if (conversation.questions === 0) advice.push('Ask one open question: one that cannot be answered with yes or no.');
  if (conversation.balance > MINE_MORE_FROM)
    advice.push('Leave room: a shorter message and a question give them a turn.');
  if (conversation.balance < MINE_LESS_BELOW)
    advice.push('Tell them something about yourself: they have shared more than you have.');
  if (conversation.tone <= TENSE_BELOW_TONE) advice.push('Say what you understood before you say what you think.');
  if (conversation.depth < SHALLOW_BELOW && conversation.messages >= QUIET_BELOW_MESSAGES)
    advice.push('Share something that mattered to you lately, not only what happened.');
  return advice.length > 0 ? advice : ['Nothing to change. Keep going as you are.'];
}
