import { isStageReachable, pairTrust } from '@soulsight/affinity/connection';
import { textFeatures } from '@soulsight/affinity/text';
import { DEMO_CLOCK_SPEED } from '@soulsight/contract/limits';
import { LAST_REVEAL_STAGE } from '@soulsight/contract/reveal-stages';
import { seededRandom } from '@soulsight/contract/seeded-random';
import { MINUTE_MS } from '@soulsight/contract/time';
import { expect, it } from 'vitest';
import {
  addMessage,
  emptyTally,
  nextLanguages,
  textContext,
  toTrustInput,
} from '../chat/insights/conversation-tally.rules.ts';
import { addSubstance, emptySubstance } from '../chat/insights/substance.rules.ts';
import { createBotProfile, DEMO_USER_COUNT } from './demo-bot.rules.ts';
import { type ChatLine, calculatePace, composeReply } from './reply.rules.ts';

const TRAITS = 27;
/** What newcomers write who try the product out: nothing personal, and few questions. */
const NEWCOMERS = {
  ordinary: [
    'Hi! How is your evening going?',
    'I just got home from work and made tea. What did you do today?',
    'That sounds good. I like long walks by the river, do you?',
    'I have a dog called Milo, he decides when we go out.',
    'What kind of music do you listen to?',
    'I was at a small concert last week, it was wonderful.',
    'Do you have brothers or sisters?',
  ],
  curt: [
    'hi there, how are you?',
    'and what do you do?',
    'i work in an office',
    'what music do you like?',
    'mostly jazz and some old songs',
    'any plans for the weekend?',
    'i want to visit my sister',
    'what makes you laugh?',
  ],
};
/** How long newcomers take to read and write a message. */
const READS_AND_WRITES_MS = { min: 8_000, span: 20_000 };
/** What sign-up, onboarding, a match and the four requests take of the ten minutes. */
const FOR_CHATTING_MS = 6 * MINUTE_MS;

/** How long a conversation takes until its trust is enough for the last stage; null when it never is. */
function chatUntilTrusted(botIndex: number, texts: readonly string[]): number | null {
  const random = seededRandom(botIndex + 1);
  const bot = createBotProfile(botIndex, TRAITS);
  const lines: ChatLine[] = [];
  let [tally, substance, atMs] = [emptyTally(['me', 'bot']), emptySubstance(), 0];
  const add = (senderId: 'me' | 'bot', text: string) => {
    const languages = nextLanguages(tally, senderId, text);
    const features = textFeatures(text, { ...textContext(tally, senderId), languages });
    tally = addMessage(tally, { seq: lines.length + 1, senderId, at: new Date(atMs), features, languages });
    substance = addSubstance(substance, { senderId, at: atMs * DEMO_CLOCK_SPEED, text });
    lines.push({ mine: senderId === 'bot', content: text });
  };
  for (const text of texts) {
    atMs += READS_AND_WRITES_MS.min + READS_AND_WRITES_MS.span * random();
    add('me', text);
    const reply = composeReply(bot, lines, textFeatures(text));
    const { readMs, typeMs } = calculatePace(bot, reply, random);
    atMs += readMs + typeMs;
    add('bot', reply);
    const inputs = toTrustInput({ ...tally, substance }, 'me', { withDemoUser: true });
    if (isStageReachable(LAST_REVEAL_STAGE, pairTrust({ ...inputs, trustScores: [85, 85] }))) return atMs;
  }
  return null;
}

it.each(Object.entries(NEWCOMERS))(
  'an %s newcomer can try every stage with any demo person in ten minutes',
  (_, texts) => {
    for (let index = 0; index < DEMO_USER_COUNT; index += 9) {
      const took = chatUntilTrusted(index, texts);
      expect(took).not.toBeNull();
      expect(took).toBeLessThan(FOR_CHATTING_MS);
    }
  },
);
