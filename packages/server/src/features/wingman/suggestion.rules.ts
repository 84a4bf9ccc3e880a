import type { TextFeatures } from '@soulsight/affinity/text';
import type { Suggestion } from '@soulsight/contract/wingman';

export type Draft = Omit<Suggestion, 'id'>;

/** A conversation as the wingman sees it: the last messages, oldest first, and what the other user shows at this stage. */
export interface ConversationView {
  messages: readonly { mine: boolean; content: string; features: TextFeatures }[];
  /** Topics for conversation, from both profiles. */
  talkingPoints: readonly string[];
  /** The other user's prompts, if the stage shows them. */
  prompts: readonly { question: string; answer: string }[];
}

export const SUGGESTIONS_MAX = 4;
/** Vulnerability (0 to 1) from which a message needs support. */
export const VULNERABLE_FROM = 0.35;
/** Emotional tone (-1 to 1) below which a message needs support. */
const SAD_BELOW = -0.35;
const WORD_MIN_CHARS = 5;

const STOP_WORDS = new Set(
  'about after again always another because before being could doing enough every first going having maybe might never often other people quite really should since something sometimes still their there these thing things think those though through today tomorrow until usually where which while without would yesterday'.split(
    ' ',
  ),
);

/** Up to four suggestions that fit the state of the conversation. */
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
      because: `They answered "${question}". People like to be asked about what they chose to share.`,
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
      because: 'A light, open question is easy to answer and shows that you care.',
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
        because: 'Naming what they feel shows that you understood.',
      },
    );
  }
  if (features.is_question) {
    drafts.push({
      kind: 'reply',
      text: 'Good question. Honestly, ',
      because: 'They asked you something: start with an honest answer, then ask them the same.',
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
      because: 'You wrote last. A kind word leaves room; a second question may feel pushy.',
    },
  ];
  if (word) {
    drafts.push({
      kind: 'question',
      text: `I was still thinking about ${word}. What happened next?`,
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

/** The most specific word of a text: the longest one that is not a common word. */
function topicWord(text: string): string | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const specific = words.filter((word) => word.length >= WORD_MIN_CHARS && !STOP_WORDS.has(word));
  return specific.sort((a, b) => b.length - a.length)[0] ?? null;
}

function shorten(text: string, max = 80): string {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length <= max ? flat : `${flat.slice(0, max).replace(/\s+\S*$/, '')} …`;
}

function asQuestion(point: string): string {
  return /[?]$/.test(point.trim()) ? point : `${point.replace(/[.!]$/, '')}. How is that for you?`;
}
