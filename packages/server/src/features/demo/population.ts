import { setTimeout } from 'node:timers/promises';
import { ITEMS } from '@soulsight/affinity/questionnaire';
import type { MeUpdate } from '@soulsight/contract/profile';
import { seededRandom } from '@soulsight/contract/seeded-random';
import { DAY_MS, toUtcDay } from '@soulsight/contract/time';
import { TRAITS } from '@soulsight/contract/traits';
import type { Features } from '../../app/composition.ts';
import type { Core } from '../../core/core.ts';
import { ANYONE, buildUser } from './builders/user.builder.ts';
import { DEMO_DOMAIN, listDemoUsers } from './demo.store.ts';
import { type BotProfile, createBotProfile, DEMO_USER_COUNT } from './demo-bot.rules.ts';

const PAUSE_MS = 120;
const HISTORY_DAYS = 45;
const MESSAGES_EACH = 10;
const ANSWER_NOISE = 0.8;

const demoAddress = (index: number) => `demo-${index}@${DEMO_DOMAIN}`;

/**
 * Creates missing demo users one after the other, with a pause between them so that real users are not slowed down. Adds every
 * demo user to `botProfiles`, by user id.
 */
export async function seedPopulation(
  deps: Pick<Core, 'db' | 'clock'>,
  features: Features,
  botProfiles: Map<string, BotProfile>,
  {
    size = DEMO_USER_COUNT,
    signal,
    onCreated,
  }: { size?: number | undefined; signal: AbortSignal; onCreated: () => Promise<void> },
): Promise<void> {
  const known = await listDemoUsers(deps.db);
  for (let index = 0; index < size && !signal.aborted; index++) {
    const bot = createBotProfile(index, TRAITS.length);
    const existing = known.get(demoAddress(index));
    botProfiles.set(existing ?? (await createDemoUser(deps, features, bot)), bot);
    if (existing) continue;
    await onCreated();
    await setTimeout(PAUSE_MS);
  }
}

/** Returns the id. */
export async function createDemoUser(
  deps: Pick<Core, 'db' | 'clock'>,
  features: Features,
  bot: BotProfile,
): Promise<string> {
  const { id } = await buildUser(features, {
    email: demoAddress(bot.index),
    isDemo: true,
    firstName: bot.firstName,
    birthDate: calculateBirthDate(bot, deps.clock.now()),
    profile: toProfileUpdate(bot),
  });
  await addBehaviour(deps, features, id, bot);
  await features.profile.updatePreferences(id, { ai_processing: false });
  await muteNotifications(features.notifications, id);
  return id;
}

/** Answers the questionnaire as the temperament would, and adds some weeks of behaviour. */
export async function addBehaviour(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  { bgp }: Pick<Features, 'bgp'>,
  userId: string,
  bot: BotProfile,
): Promise<void> {
  await bgp.answer(userId, drawAnswers(bot));
  await db.transaction(async (tx) => {
    for (const event of drawHistory(bot, clock.now())) await bgp.record(tx, { userId, ...event });
  });
  await bgp.apply(userId);
}

/** Demo users have no mailbox and no device. */
async function muteNotifications({ getSettings, saveSettings }: Features['notifications'], id: string): Promise<void> {
  const { kinds, quiet_hours } = await getSettings(id);
  const silent = Object.fromEntries(
    Object.keys(kinds).map((kind) => [kind, { app: false, push: false, mail: false }]),
  ) as typeof kinds;
  await saveSettings(id, { kinds: silent, quiet_hours });
}

function calculateBirthDate({ age, seed }: BotProfile, now: Date): string {
  const days = Math.floor(seededRandom(seed + 1)() * 360);
  const born = new Date(now.getTime() - days * DAY_MS);
  born.setUTCFullYear(born.getUTCFullYear() - age);
  return toUtcDay(born);
}

function toProfileUpdate({ gender, intent, work, topics, prompts, place }: BotProfile): MeUpdate {
  return {
    gender,
    intent,
    work,
    prompts,
    place,
    interests: topics.map((topic) => topic.name),
    wishes: ANYONE,
  };
}

/** Questionnaire answers that fit the temperament, with some noise. */
function drawAnswers({ seed, temperament }: BotProfile): { id: string; answer: number }[] {
  const random = seededRandom(seed + 2);
  return ITEMS.map(({ id, trait, keyed }) => {
    const leaning = temperament[TRAITS.indexOf(trait)] ?? 0;
    const towards = 3.4 + 0.9 * leaning + ANSWER_NOISE * (random() * 2 - 1);
    const answer = Math.min(5, Math.max(1, Math.round(towards)));
    return { id, answer: keyed === 1 ? answer : 6 - answer };
  });
}

/** Events of some weeks of messages and decisions. */
function drawHistory({ seed, temperament, warmth }: BotProfile, now: Date) {
  const random = seededRandom(seed + 3);
  const lean = (trait: (typeof TRAITS)[number]) => temperament[TRAITS.indexOf(trait)] ?? 0;
  const at = () => new Date(now.getTime() - Math.floor(random() * HISTORY_DAYS * DAY_MS));
  const messages = Array.from({ length: MESSAGES_EACH }, () => ({
    type: 'message_sent' as const,
    at: at(),
    metadata: {
      message_length: Math.round(Math.max(8, 90 + 60 * lean('response_thoughtfulness') + 60 * (random() - 0.5))),
      response_time: Math.round(Math.max(5, 900 * (1.4 - warmth) * (0.3 + random()))),
      emotional_tone: Math.max(-1, Math.min(1, 0.25 + 0.2 * lean('agreeableness') + 0.5 * (random() - 0.5))),
    },
  }));
  const decisions = (['match_liked', 'match_passed'] as const).map((type) => ({
    type,
    at: at(),
    metadata: { decision_time: Math.round(Math.max(2, 30 - 12 * lean('decision_speed') + 10 * random())) },
  }));
  return [...messages, ...decisions].sort((one, other) => one.at.getTime() - other.at.getTime());
}
