import { type Gender, type Intent, PROMPT_KEYS, type PromptKey } from '@soulsight/contract/profile';
import { seededRandom } from '@soulsight/contract/seeded-random';
import { CITIES, FIRST_NAMES, PROMPT_ANSWERS, TOPICS, type Topic, WORKS } from './demo-bot.data.ts';
import { pick, pickSome } from './random.rules.ts';

export const DEMO_USER_COUNT = 200;
/** Most want something long-term, as most new users do. */
const DEMO_INTENTS: readonly Intent[] = ['open_to_long_term', 'open_to_long_term', 'long_term', 'figuring_out'];
const PROMPTS_EACH = 3;
const TOPICS_EACH = 4;
/** A pair younger than all of them meets nobody else: the journey of two people needs it. */
const YOUNGEST_YEARS = 23;
const AGE_SPAN_YEARS = 40;
/** Spread of how readily demo users say yes, in log-odds, and of what they like in others. */
const READINESS_SPREAD = 0.8;
const PREFERENCE_SPREAD = 0.2;
/** Spread of temperaments around each trait's mean, in standard deviations of the population. */
const TEMPERAMENT_SPREAD = 0.9;

/** The character of a demo user. */
export interface BotProfile {
  index: number;
  seed: number;
  firstName: string;
  gender: Gender;
  /** Years at seeding. */
  age: number;
  intent: Intent;
  work: string;
  topics: Topic[];
  prompts: { key: PromptKey; answer: string }[];
  place: { name: string; lat: number; lon: number };
  /** From 0 (reserved) to 1 (outgoing): how long their messages are and how soon they answer. */
  warmth: number;
  /** The true value of each trait in standard deviations of the population, in the order of TRAITS. */
  temperament: number[];
  /** How readily they say yes, in log-odds, and what they like in others, a weight for each trait. */
  readiness: number;
  preference: number[];
}

/** An invented demo user. The same index gives the same user. */
export function createBotProfile(index: number, traits: number): BotProfile {
  const seed = 7_919 * (index + 1);
  const random = seededRandom(seed);
  const taste = seededRandom(seed + 4);
  const gender: Gender = index % 12 === 11 ? 'nonbinary' : index % 2 === 0 ? 'woman' : 'man';
  return {
    index,
    seed,
    gender,
    firstName: pick(FIRST_NAMES[gender], random),
    age: YOUNGEST_YEARS + Math.floor(AGE_SPAN_YEARS * random() ** 1.3),
    intent: pick(DEMO_INTENTS, random),
    work: pick(WORKS, random),
    topics: pickSome(TOPICS, TOPICS_EACH, random),
    prompts: pickSome(PROMPT_KEYS, PROMPTS_EACH, random).map((key) => ({
      key,
      answer: pick(PROMPT_ANSWERS[key], random),
    })),
    place: pick(CITIES, random),
    warmth: random(),
    temperament: Array.from({ length: traits }, () => TEMPERAMENT_SPREAD * gaussian(random)),
    readiness: READINESS_SPREAD * gaussian(taste),
    preference: Array.from({ length: traits }, () => PREFERENCE_SPREAD * gaussian(taste)),
  };
}

/** A newcomer's first likes meet with at least these chances, so that one person alone can try everything. */
const FIRST_CHANCES = [1, 0.75, 0.75];

/**
 * The chance that a demo user likes back, 0 to 1: the model's probability for their own readiness and preference, and at least a good
 * one for the first likes of a user. `answered` is how many of the user's likes demo users have answered.
 */
export function likeBackChance(interest: number, answered: number): number {
  return Math.max(interest, FIRST_CHANCES[answered] ?? 0);
}

/** A standard normal number (Box-Muller). */
function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
