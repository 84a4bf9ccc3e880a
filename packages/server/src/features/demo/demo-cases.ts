import type { Features } from '../../app/composition.ts';
import { buildPair } from './builders/user.builder.ts';

/** What the demo's cases are about: invented people, so that the moderator account has something to decide. */
const CASES = [
  {
    category: 'scam',
    details: 'Nice for a week, and then this.',
    names: ['Irene', 'Viktor'],
    messages: [
      [0, 'How was your weekend?'],
      [1, 'Good, I walked along the river. And yours?'],
      [0, 'Quiet. I read and slept.'],
      [1, 'I like quiet people.'],
      [0, 'Then we may get along.'],
      [1, 'I am glad that I met you here.'],
      [0, 'So am I.'],
      [1, 'I feel bad to ask, but could you send me 300 euros until Friday? My wallet was stolen.'],
    ],
  },
  {
    category: 'harassment',
    details: 'I said that I want to go slowly. He did not stop.',
    names: ['Nadia', 'Holger'],
    messages: [
      [0, 'I would rather write for a while before we meet.'],
      [1, 'You are just like all the others. You waste my time.'],
    ],
  },
] as const;

/** Creates reported conversations for the moderators' queue. */
export async function createDemoCases(
  features: Pick<Features, 'auth' | 'profile' | 'match' | 'chat' | 'safety'>,
): Promise<void> {
  for (const { category, details, names, messages } of CASES) {
    const [reporter, subject] = names;
    const { one, other, matchId } = await buildPair(features, {
      one: { firstName: reporter, isDemo: true },
      other: { firstName: subject, isDemo: true },
    });
    const { id: conversationId } = await features.chat.start(one.id, matchId);
    let last = '';
    for (const [author, content] of messages) {
      const userId = author === 0 ? one.id : other.id;
      last = (await features.chat.send({ userId, conversationId, content })).message.id;
    }
    await features.safety.report(one.id, other.id, { category, details, message_ids: [last], block: true });
    // Nobody plays these two, so nobody should meet them.
    for (const { id } of [one, other]) await features.profile.update(id, { paused: true });
  }
}
