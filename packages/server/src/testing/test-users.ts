import type { MatchPreferences, Place } from '@soulsight/contract/profile';
import { DAY_MS, MINUTE_MS } from '@soulsight/contract/time';
import { INSIGHTS_JOB, type InsightsJob } from '../features/chat/chat.service.ts';
import { type BuiltDater, buildDater, buildMutualMatch } from '../features/demo/builders/dater.builder.ts';
import { subscriptions } from '../features/subscription/subscription.tables.ts';
import type { TestApp } from './test-app.ts';

/** Opens a new session, for tests that advance the clock past the end of a token. */
export async function signInAgain<P extends { id: string }>(app: TestApp, user: P): Promise<P & { token: string }> {
  const client = { ip: '127.0.0.1', userAgent: null };
  const session = await app.database.db.transaction((tx) =>
    app.features.auth.sessions.open(tx, user.id, 'password', client),
  );
  return { ...user, token: session.access_token };
}

/** Gives a user premium for 30 days, as a purchase does. */
export async function givePremium(app: TestApp, { id }: { id: string }): Promise<void> {
  const now = app.clock.now();
  await app.database.db.insert(subscriptions).values({
    userId: id,
    offer: 'premium_monthly',
    status: 'active',
    currentPeriodEnd: new Date(now.getTime() + 30 * DAY_MS),
    gateway: 'test',
    createdAt: now,
    updatedAt: now,
  });
}

/** Match preferences that exclude little. */
export function buildPreferences(changed: Partial<MatchPreferences> = {}): MatchPreferences {
  return {
    genders: ['man'],
    age_range: { min: 18, max: 99 },
    max_distance_km: 100,
    intents: ['long_term', 'open_to_long_term', 'figuring_out'],
    ...changed,
  };
}

let places = 0;

/** A place further from all others than usual preferences allow, so that users of different tests do not match. */
export function farPlace(): Place {
  const n = places++;
  return { name: `Town ${n}`, lat: -57 + 3 * (n % 38), lon: -170 + 10 * (Math.floor(n / 38) % 34) };
}

/** Two users with a mutual match and, unless `start` is false, a conversation. No other user lives near them. */
export async function buildConversation(
  app: TestApp,
  options: { one?: BuiltDater; start?: boolean; place?: Place } = {},
): Promise<{ one: BuiltDater; other: BuiltDater; matchId: string; conversationId: string }> {
  const place = options.place ?? farPlace();
  const one = options.one ?? (await buildDater(app.features, { name: 'Miranda', gender: 'woman', profile: { place } }));
  const other = await buildDater(app.features, { name: 'Tomasz', gender: 'man', profile: { place } });
  const matchId = await buildMutualMatch(app.features, one, other);
  const started = options.start === false ? null : await app.features.chat.start(one.id, matchId);
  return { one, other, matchId, conversationId: started?.id ?? '' };
}

const TURN_MS = 20 * MINUTE_MS;
const TURNS_A_DAY = 6;
const TALK_WORDS = [
  'river',
  'choir',
  'bread',
  'winter',
  'brother',
  'garden',
  'novel',
  'train',
  'island',
  'kitchen',
  'storm',
  'lamp',
];

/**
 * An ordinary conversation: both ask, answer and tell something new, two hours a day. Three days of it are enough for every stage.
 * Moves the clock to a day after the last turns: sessions are over.
 */
export async function talkForDays(
  app: TestApp,
  { one, other, conversationId }: { one: { id: string }; other: { id: string }; conversationId: string },
  days = 3,
): Promise<void> {
  for (let day = 0; day < days; day++) {
    for (let turn = 0; turn < TURNS_A_DAY; turn++) {
      const words = TALK_WORDS.map((word) => `${word}${'abcdefghij'.charAt(day)}${'klmnopqrst'.charAt(turn)}`);
      const [a, b, c, d, e, f] = words;
      const say = (userId: string, content: string) => app.features.chat.send({ userId, conversationId, content });
      await say(one.id, `What do you think about ${a} and ${b}, and what about ${c}?`);
      await say(other.id, `The ${d} and the ${e}, I would say. And you, do you like ${f}?`);
      app.clock.advance(TURN_MS);
    }
    app.clock.advance(DAY_MS - TURNS_A_DAY * TURN_MS);
  }
  // The service sends this job by itself, a moment after the last message: a test does not wait for it.
  await app.core.jobs.send(INSIGHTS_JOB, { conversationIds: [conversationId] } satisfies InsightsJob);
  await app.drain();
}
