import { randomUUID } from 'node:crypto';
import type { Language } from '@soulsight/affinity/languages';
import { type ParallelMessage, quarrel, warmConversation } from '@soulsight/affinity/science/parallel-conversations';
import { getBgpProfile } from '@soulsight/contract/bgp';
import { getConversationInsights, postConversationMessage } from '@soulsight/contract/chat';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../testing/test-app.ts';
import { buildConversation } from '../../../testing/test-users.ts';
import type { BuiltDater } from '../../demo/builders/dater.builder.ts';

const LANGUAGE_LIMIT = 8;

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.stop());

/** Short enough for the socket to count as alive. */
const PAUSE_MS = 5_000;
/** How many messages go through the socket. */
const ON_SOCKET = 4;

/** Two users write to each other a few seconds apart, first on the socket and then over HTTP. */
async function hold(messages: readonly ParallelMessage[]) {
  const { one, other, conversationId: id } = await buildConversation(app);
  const socket = await app.socket(one);
  await socket.next('auth_success');
  for (const [n, { from, text: content }] of messages.entries()) {
    app.clock.advance(PAUSE_MS);
    if (from === 'a' && n < 2 * ON_SOCKET)
      await socket.request('message', { conversation_id: id, content, message_id: randomUUID() });
    else {
      const as = from === 'a' ? one : other;
      (await app.call(postConversationMessage, { as, params: { id }, body: { content } })).ok();
    }
  }
  await socket.close();
  await app.features.chat.flush();
  await app.drain();
  return { one, other, id };
}
const getProfile = async (as: BuiltDater) => (await app.call(getBgpProfile, { as })).ok();

describe('what a conversation shows', () => {
  it('is the same in German as in English, and the connection tells a quarrel from a warm conversation', async () => {
    const readings = async (language: Language) => {
      const { one, other, id } = await hold(warmConversation(language));
      const { insights } = (await app.call(getConversationInsights, { as: one, params: { id } })).ok();
      return {
        traits: [await getProfile(one), await getProfile(other)].flatMap((profile) => profile.readings),
        insights,
      };
    };
    const [english, german] = [await readings('en'), await readings('de')];
    for (const [k, { trait, value }] of english.traits.entries())
      expect(Math.abs(value - (german.traits[k]?.value ?? Number.NaN)), trait).toBeLessThanOrEqual(LANGUAGE_LIMIT);
    const { one, id } = await hold(quarrel('en'));
    const { insights } = (await app.call(getConversationInsights, { as: one, params: { id } })).ok();
    expect(insights.messages).toBe(english.insights.messages);
    expect(insights.emotional_connection_score).toBeLessThan((english.insights.emotional_connection_score ?? 0) - 30);
  });

  it('in a language that cannot be read comes from timing and turns only', async () => {
    const polish = [
      'Cześć, jak ci minął dzień w pracy?',
      'Bardzo dobrze, dziękuję, a tobie jak minął?',
      'Czuję się dzisiaj bardzo samotna i smutna, nikomu o tym nie mówiłam.',
      'Przykro mi to słyszeć, jestem przy tobie.',
      'Dziękuję ci bardzo, to dużo dla mnie znaczy.',
      'Zawsze możesz ze mną porozmawiać, kiedy tylko chcesz.',
    ].map((text, n): ParallelMessage => ({ from: n % 2 === 0 ? 'a' : 'b', text }));
    const { one } = await hold(polish);
    const { readings, recent_events } = await getProfile(one);
    const sent = recent_events.filter(({ type }) => type === 'message_sent');
    expect(sent).toHaveLength(3);
    for (const { metadata } of sent) expect(metadata.language).toBeNull();
    const known = readings.filter(({ confidence }) => confidence > 0).map(({ trait }) => trait);
    expect(known.sort()).toEqual(['conscientiousness', 'extraversion', 'social_energy']);
  });
});
