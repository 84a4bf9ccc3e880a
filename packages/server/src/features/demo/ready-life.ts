import { TRAITS } from '@soulsight/contract/traits';
import type { Features } from '../../app/composition.ts';
import type { Core } from '../../core/core.ts';
import { matchUsers } from './builders/user.builder.ts';
import { createBotProfile, DEMO_USER_COUNT } from './demo-bot.rules.ts';
import { drawPicture } from './demo-cases.ts';
import { addBehaviour, createDemoUser } from './population.ts';
import { portraitSvg } from './portrait.rules.ts';

/** A line of a conversation: of the account (`me`) or of the demo user (`them`). */
type Line = ['me' | 'them', string];
type Story = {
  /** The demo user has the last word, so that nothing waits for an answer of theirs. */
  lines: readonly Line[];
  /** The outcome of the first stage. */
  voice: 'closed' | 'requested' | 'open';
};

const PHOTOS_EACH = 2;

const RIVER: Story = {
  voice: 'open',
  lines: [
    ['them', 'Hello! What did you do with the first quiet hour of this week?'],
    ['me', 'I walked along the river until my hands were cold, then I made soup. What about you?'],
    ['them', 'I repaired an old radio and listened to a station from Lisbon. Do you cook often?'],
    [
      'me',
      'Most evenings, it calms me after work. My grandmother taught me her lentil recipe. Who taught you to repair things?',
    ],
    ['them', 'My father. We hardly talked, but we shared a workbench, and I miss that more than I say.'],
    ['me', 'That sounds precious and a little sad. Thank you for telling me. Do you still have his tools?'],
    ['them', 'Yes, all of them, with his initials burnt into the handles. You ask kind questions.'],
    ['me', 'You answer them honestly, that makes asking easy. I would love to hear your voice in more words.'],
    ['them', 'I would like that. What are you looking forward to this month?'],
  ],
};
const LETTERS: Story = {
  voice: 'requested',
  lines: [
    ['them', 'Good evening! I read that you like long tables. Who sits at yours?'],
    ['me', 'Two neighbours, my sister and anyone who smells the bread. Who would you invite first?'],
    ['them', 'My oldest friend, she laughs before the joke is over. Are you close to your sister?'],
    ['me', 'Very, although we argued for years about everything. Now we phone every Sunday. Do you have siblings?'],
    ['them', 'A younger brother abroad. I write him real letters because he hates video calls.'],
    ['me', 'Paper letters are wonderful, I keep mine in a biscuit tin. What did the last one say?'],
    ['them', 'That I finally learned to swim at thirty, and was afraid every single time.'],
    ['me', 'That is brave. I would have been scared too, and I am proud of you for going back.'],
    ['them', 'Thank you, that means a lot. Shall we show each other a little more?'],
  ],
};
const MUSIC: Story = {
  voice: 'closed',
  lines: [
    ['them', 'Hi! Which song could you hear every morning?'],
    ['me', 'Something by Nina Simone, before coffee. And yours?'],
    ['them', 'Anything with a double bass. Have you ever played an instrument?'],
  ],
};

/** The free plan has three conversations: one stays free. The demo user after these is matched and silent. */
const STORIES: Record<'free' | 'premium', readonly Story[]> = {
  free: [LETTERS, MUSIC],
  premium: [RIVER, LETTERS, MUSIC],
};
const PARTNERS = Math.max(...Object.values(STORIES).map((stories) => stories.length)) + 1;
/** More demo users who like the ready accounts, and let them know. */
const ADMIRERS = 2;

/** The demo users whom the ready accounts know; none if the installation has too few. Returns their ids. */
export async function createPartners(
  deps: Pick<Core, 'db' | 'clock'>,
  features: Features,
  size: number,
): Promise<string[]> {
  if (size < PARTNERS + ADMIRERS) return [];
  const ids: string[] = [];
  for (let index = 0; index < PARTNERS + ADMIRERS; index++) {
    const bot = createBotProfile(index, TRAITS.length);
    ids.push(await createDemoUser(deps, features, bot));
  }
  return ids;
}

/** Gives a ready account photos, weeks of behaviour, matches, conversations at different stages, and likes that were shown. */
export async function addLife(
  deps: Pick<Core, 'db' | 'clock'>,
  features: Features,
  account: { id: string; plan: 'free' | 'premium' },
  partners: readonly string[],
): Promise<void> {
  const stories = STORIES[account.plan];
  const own = createBotProfile(DEMO_USER_COUNT + stories.length, TRAITS.length);
  await addBehaviour(deps, features, account.id, own);
  for (let n = 0; n < PHOTOS_EACH; n++)
    await features.photos.add(account.id, await drawPicture(portraitSvg(own.seed, 'woman', n)));
  for (const [n, partnerId] of partners.slice(0, stories.length + 1).entries()) {
    const matchId = await matchUsers(features, account.id, partnerId);
    const story = stories[n];
    if (story) await tell(features, story, { me: account.id, them: partnerId, matchId });
  }
  for (const admirerId of partners.slice(PARTNERS)) {
    const { id } = await features.match.introduce(admirerId, account.id);
    await features.match.accept(admirerId, id);
    await features.match.letKnow(admirerId, id);
  }
}

async function tell(
  { chat, reveal }: Pick<Features, 'chat' | 'reveal'>,
  { lines, voice }: Story,
  { matchId, ...ids }: { me: string; them: string; matchId: string },
): Promise<void> {
  const { id: conversationId } = await chat.start(ids.them, matchId);
  for (const [n, [author, content]] of lines.entries()) {
    const { message } = await chat.send({ userId: ids[author], conversationId, content });
    const isLast = n === lines.length - 1;
    if (author === 'them' && !isLast) await chat.markRead(ids.me, conversationId, message.id);
  }
  if (voice === 'closed') return;
  await reveal.request(ids.them, matchId, 1);
  if (voice === 'open') await reveal.accept(ids.me, matchId, 1);
}
