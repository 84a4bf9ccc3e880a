import { type Gender, type Intent, PROMPT_KEYS, type PromptKey } from '@soulsight/contract/user';
import { CITIES, FIRST_NAMES, PROMPT_ANSWERS, TOPICS, type Topic, WORKS } from './demo-bot.data.ts';
import { pick, pickSome, randomFrom } from './random.rules.ts';

export const DEMO_USER_COUNT = 200;
/** Most look for something that may last, as most newcomers do. */
const DEMO_INTENTS: readonly Intent[] = ['open_to_long_term', 'open_to_long_term', 'long_term', 'figuring_out'];
const PROMPTS_EACH = 3;
const TOPICS_EACH = 4;
const YOUNGEST = 21;
const AGE_SPAN = 40;
/** How temperaments are spread around the middle of each trait, in standard deviations of the population. */
const TEMPERAMENT_SPREAD = 0.9;

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
  /** 0 reserved to 1 forthcoming: how long their messages are and how soon they come. */
  warmth: number;
  /** Where each trait of theirs really lies, in population standard deviations; by the order of TRAITS. */
  temperament: number[];
}

/** One invented person of the demo population, the same for the same index. */
export function createBotProfile(index: number, traits: number): BotProfile {
  const seed = 7_919 * (index + 1);
  const random = randomFrom(seed);
  const gender: Gender = index % 12 === 11 ? 'nonbinary' : index % 2 === 0 ? 'woman' : 'man';
  return {
    index,
    seed,
    gender,
    firstName: pick(FIRST_NAMES[gender], random),
    age: YOUNGEST + Math.floor(AGE_SPAN * random() ** 1.3),
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
  };
}

/** A standard normal number (Box-Muller). */
function gaussian(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
