import type { TextFeatures } from '@soulsight/affinity/text';
import type { Suggestion } from '@soulsight/contract/wingman';

export type Draft = Omit<Suggestion, 'id'>;

/** The talk as the wingman sees it: the last messages, oldest first, and what the other shows at this stage. */
export interface ConversationView {
  messages: readonly { mine: boolean; content: string; features: TextFeatures }[];
  /** Sentences worth talking about, from both profiles. */
  talkingPoints: readonly string[];
  /** What the other answered to prompts, where the stage shows it. */
  prompts: readonly { question: string; answer: string }[];
}

export const SUGGESTIONS_MAX = 4;
const VULNERABLE_FROM = 0.35;
const SAD_BELOW = -0.35;
const WORD_MIN_CHARS = 5;

const STOP_WORDS = new Set(
  'about after again always another because before being could doing enough every first going having maybe might never often other people quite really should since something sometimes still their there these thing things think those though through today tomorrow until usually where which while without would yesterday'.split(
    ' ',
  ),
);

/** Up to four suggestions that fit where the talk stands. */
export function suggest(conversation: ConversationView): Draft[] {
  const last = conversation.messages.at(-1);
  const drafts = !last ? openers(conversation) : last.mine ? whileWaiting(conversation) : replies(conversation, last);
  const seen = new Set<string>();
  return drafts.filter((draft) => !seen.has(draft.text) && seen.add(draft.text)).slice(0, SUGGESTIONS_MAX);
}

function openers({ talkingPoints, prompts }: ConversationView): Draft[] {
  const fromPrompts = prompts.map(
    ({ question, answer }): Draft => ({
      kind: 'opener',
      text: `You wrote "${shorten(answer)}" I would love to hear the story behind it.`,
      because: `They answered "${question}". People like to be asked about what they chose to tell.`,
    }),
  );
  const fromPoints = talkingPoints.map(
    (point): Draft => ({
      kind: 'opener',
      text: `Hi! ${asQuestion(point)}`,
      because: 'It is something the two of you are likely to share.',
    }),
  );
  return [
    ...fromPrompts,
    ...fromPoints,
    {
      kind: 'opener',
      text: 'Hi! I am curious about you. What made you smile this week?',
      because: 'A light, open question is easy to answer and says that you care.',
    },
  ];
}

function replies({ messages }: ConversationView, last: ConversationView['messages'][number]): Draft[] {
  const { features, content } = last;
  const drafts: Draft[] = [];
  if (features.vulnerability >= VULNERABLE_FROM || features.emotional_tone <= SAD_BELOW) {
    drafts.push(
      {
        kind: 'support',
        text: 'Thank you for trusting me with that. How are you feeling about it today?',
        because: 'They opened up. Being heard comes before any advice.',
      },
      {
        kind: 'support',
        text: 'That sounds hard, and it makes sense that it stays with you. I am glad you told me.',
        because: 'Naming what they feel shows that it arrived.',
      },
    );
  }
  if (features.is_question) {
    drafts.push({
      kind: 'reply',
      text: 'Good question. Honestly, ',
      because: 'They asked you something: begin with a true answer, then ask it back.',
    });
  }
  const word = topicWord(content);
  if (word) {
    drafts.push({
      kind: 'question',
      text: `What do you love most about ${word}?`,
      because: `They brought up ${word}. Staying with it goes deeper than a new subject.`,
    });
  }
  const iAskedLately = messages.slice(-6).some((message) => message.mine && message.features.is_question);
  drafts.push({
    kind: 'question',
    text: iAskedLately ? 'I like how you put that. Tell me more?' : 'And how did you come to see it that way?',
    because: iAskedLately
      ? 'An invitation, without another direct question.'
      : 'You have not asked anything for a while.',
  });
  return drafts;
}

function whileWaiting({ messages, talkingPoints }: ConversationView): Draft[] {
  const word = topicWord([...messages].reverse().find((message) => !message.mine)?.content ?? '');
  const drafts: Draft[] = [
    {
      kind: 'reply',
      text: 'No hurry with an answer. I just wanted to say that I enjoy talking with you.',
      because: 'You wrote last. A kind word leaves room; a second question may press.',
    },
  ];
  if (word) {
    drafts.push({
      kind: 'question',
      text: `I was still thinking about ${word}. How did that go on?`,
      because: 'It shows that you remember.',
    });
  }
  return [
    ...drafts,
    ...talkingPoints
      .slice(0, 2)
      .map((point): Draft => ({ kind: 'question', text: asQuestion(point), because: 'A subject you both may enjoy.' })),
  ];
}

/** The most telling word of a text: the longest that is no everyday word. */
function topicWord(text: string): string | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const telling = words.filter((word) => word.length >= WORD_MIN_CHARS && !STOP_WORDS.has(word));
  return telling.sort((a, b) => b.length - a.length)[0] ?? null;
}

function shorten(text: string, max = 80): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length <= max ? flat : `${flat.slice(0, max).replace(/\s+\S*$/, '')} …`;
}

function asQuestion(point: string): string {
  return /[?]$/.test(point.trim()) ? point : `${point.replace(/[.!]$/, '')}. How is that for you?`;
}

/** How the talk goes, from its numbers alone. */
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

export interface Analysis {
  summary: string;
  tone: 'warm' | 'light' | 'curious' | 'careful' | 'tense' | 'quiet';
  advice: string[];
}

const QUIET_BELOW_MESSAGES = 4;
const TENSE_BELOW_TONE = -0.3;
const WARM_FROM_TONE = 0.3;
const DEEP_FROM = 55;
const CURIOUS_FROM_QUESTIONS = 3;

/** Reads the talk: what it is like, and what to try next. */
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
  warm: 'This talk is warm, and both of you go below the surface.',
  light: 'This talk is light and friendly.',
  curious: 'There is real curiosity in this talk.',
  careful: 'You are both still feeling your way.',
  tense: 'The last messages sound a little heavy.',
  quiet: 'You have only just begun.',
};

function balanceSentence({ balance, messages }: ConversationStats): string {
  if (messages < QUIET_BELOW_MESSAGES) return 'A few more messages, and there is more to say about it.';
  if (balance > 62) return 'You write more than they do.';
  return balance < 38 ? 'They write more than you do.' : 'You both give about the same.';
}

function adviceFor(conversation: ConversationStats): string[] {
  const advice: string[] = [];
  if (conversation.theyOpenedUp)
    advice.push('They opened up to you. Go back to it gently before you change the subject.');
  if (conversation.questions === 0) advice.push('Ask one open question: one that cannot be answered with yes or no.');
  if (conversation.balance > 62) advice.push('Leave room. A shorter message and a question give the turn to them.');
  if (conversation.balance < 38) advice.push('Tell something of your own; they have given more than they know of you.');
  if (conversation.tone <= TENSE_BELOW_TONE) advice.push('Say what you understood before you say what you think.');
  if (conversation.depth < 30 && conversation.messages >= QUIET_BELOW_MESSAGES)
    advice.push('Share something that mattered to you lately, not only what happened.');
  return advice.length > 0 ? advice : ['Nothing to mend. Keep going as you are.'];
}
