import { seededRandom } from '@soulsight/contract/seeded-random';
import { ANSWERS, OPEN_ANSWERS } from './answer.data.ts';
import { TOPICS, type Topic } from './demo-bot.data.ts';
import type { BotProfile } from './demo-bot.rules.ts';
import { pick } from './random.rules.ts';

export interface ChatLine {
  mine: boolean;
  content: string;
}

/** Text features: vulnerability from 0 to 1, tone from -1 to 1. */
export interface TextSignals {
  is_question: boolean;
  vulnerability: number;
  emotional_tone: number;
}

const GREETING = /^\W*(hi|hey|hello|hallo|good (morning|evening|afternoon)|moin|servus)\b/i;
const FAREWELL = /\b(good ?night|bye|see you|sleep well|talk (later|tomorrow))\b/i;
const ASKS_BACK = /^\W*(and|what about|how about|and what about) (you|yours|yourself)\W*$/i;
const THANKS = /\b(thank|thanks)\b/i;
const VULNERABLE_FROM = 0.35;
const SAD_BELOW = -0.35;
const GLAD_FROM = 0.45;

const SUPPORT = [
  'Thank you for telling me that. It sounds heavy, and you carry it with a lot of grace.',
  'I am glad you said it. You do not have to make it smaller than it is.',
  'That must have taken something to write. I am here, and I am not in a hurry.',
];
const OWN_SOFT_SIDE = [
  'I know a little of that. For a long time I was afraid of being too much for people.',
  'When my father was ill I learned that asking for help is not weakness. I still forget it.',
  'I felt quite alone when I moved here. It got better, one person at a time.',
];
const GLAD = ['That makes me smile.', 'I love that.', 'I can nearly hear you laugh.', 'How good.'];
const LISTENING = [
  'I keep thinking about that.',
  'I like how you put it.',
  'I see that quite clearly now.',
  'That says a lot about you.',
];
const YES_AND = ['Honestly?', 'Good question.', 'Hm, let me think.', 'I rarely get asked that.'];
const DEEPER = [
  'What made you the way you are about that?',
  'How does that feel when it happens?',
  'Who knows that side of you?',
  'What would you like more of, at the moment?',
  'What are you looking forward to?',
];

/**
 * Answers a greeting with a greeting, vulnerability with support, and a question with a fact or a canned answer; otherwise shows
 * interest. Ends with a question that was not asked before.
 */
export function composeReply(bot: BotProfile, messages: readonly ChatLine[], heard: TextSignals): string {
  const random = seededRandom(bot.seed + messages.length * 31);
  const last = messages.at(-1)?.content ?? '';
  const said = messages.filter((message) => message.mine).map((message) => message.content);
  const fresh = (list: readonly string[]) => pick(unsaid(list, said), random);
  if (FAREWELL.test(last))
    return pick(['Good night. I was glad to hear from you today.', 'Sleep well. To be continued.'], random);
  if (heard.vulnerability >= VULNERABLE_FROM || heard.emotional_tone <= SAD_BELOW) {
    return `${fresh(SUPPORT)} ${fresh(OWN_SOFT_SIDE)}`;
  }
  if (GREETING.test(last) && said.length === 0) {
    const topic = pick(bot.topics, random);
    return `Hey, good to hear from you. I was just about to write: ${topic.facts[0]}. ${topic.asks[0]}`;
  }
  const asked = findLastQuestion(last);
  const topic = findTopic(asked ?? last, bot);
  const own = asked ? fresh(answersFor(asked, topic, bot, said)) : topic && fresh(topic.facts);
  const sentence = own && `${capital(own).replace(/[.!?]$/, '')}.`;
  return [openingFor(heard, last, fresh), sentence, fresh(followUpQuestions(topic, bot))].filter(Boolean).join(' ');
}

/** The last question; a bare "and you?" includes the sentence before it. */
function findLastQuestion(text: string): string | undefined {
  const sentences = text.match(/[^.!?…\n]+[.!?…]*/g) ?? [];
  const at = sentences.findLastIndex((sentence) => sentence.trimEnd().endsWith('?'));
  if (at < 0) return undefined;
  const asked = (sentences[at] ?? '').trim();
  return ASKS_BACK.test(asked) ? `${sentences[at - 1] ?? ''} ${asked}`.trim() : asked;
}

/** Facts about one of the bot's own topics while there are new ones, otherwise a canned answer. */
function answersFor(
  asked: string,
  topic: Topic | undefined,
  bot: BotProfile,
  said: readonly string[],
): readonly string[] {
  if (topic && bot.topics.includes(topic) && unsaid(topic.facts, said) !== topic.facts) return topic.facts;
  return ANSWERS.find((answered) => answered.asked.test(asked))?.answers ?? topic?.facts ?? OPEN_ANSWERS;
}

function openingFor(heard: TextSignals, last: string, fresh: (list: readonly string[]) => string): string {
  if (THANKS.test(last)) return 'Always.';
  if (heard.is_question) return fresh(YES_AND);
  return heard.emotional_tone >= GLAD_FROM ? fresh(GLAD) : fresh(LISTENING);
}

/** The topic of a text; the bot's own topics come first. */
function findTopic(text: string, bot: BotProfile): Topic | undefined {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const about = (topic: Topic) => topic.words.some((begin) => words.some((word) => word.startsWith(begin)));
  return bot.topics.find(about) ?? TOPICS.find(about);
}

function followUpQuestions(topic: Topic | undefined, bot: BotProfile): readonly string[] {
  return [...(topic?.asks ?? bot.topics.flatMap((own) => own.asks)), ...DEEPER];
}

/** The lines not said before, or all of them when there are none left. */
function unsaid(list: readonly string[], said: readonly string[]): readonly string[] {
  const left = list.filter((line) => !said.some((text) => text.toLowerCase().includes(line.toLowerCase())));
  return left.length > 0 ? left : list;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Milliseconds to read a message and to type the reply. */
export function calculatePace(
  bot: BotProfile,
  reply: string,
  random: () => number,
): { readMs: number; typeMs: number } {
  const haste = 1.6 - bot.warmth;
  return {
    readMs: Math.round((900 + 2_200 * random()) * haste),
    typeMs: Math.round(Math.min(9_000, 1_200 + reply.length * 28 * haste)),
  };
}
