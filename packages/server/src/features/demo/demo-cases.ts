import type { SelfiePose } from '@soulsight/contract/trust';
import type { Features } from '../../app/composition.ts';
import { buildSelfie } from './builders/selfie.builder.ts';
import { buildPair, buildUser } from './builders/user.builder.ts';
import { portraitSvg } from './portrait.rules.ts';

/** What the demo's cases are about: invented people, so that the moderator account has something to decide. */
const CASES = [
  {
    category: 'scam',
    details: 'Nice for a week, and then this.',
    names: ['Irene', 'Viktor'],
    faces: [12, 23],
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
    faces: [34, 45],
    messages: [
      [0, 'I would rather write for a while before we meet.'],
      [1, 'You are just like all the others. You waste my time.'],
    ],
  },
] as const;

/** Creates reported conversations for the moderators' queue. */
export async function createDemoCases(
  features: Pick<Features, 'auth' | 'profile' | 'photos' | 'match' | 'chat' | 'safety'>,
): Promise<void> {
  for (const { category, details, names, faces, messages } of CASES) {
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
    for (const [n, { id }] of [one, other].entries()) {
      await features.photos.add(id, await drawPicture(portraitSvg(faces[n] ?? 0, n === 0 ? 'woman' : 'man', 0)));
      await features.profile.update(id, { paused: true });
    }
  }
}

/** Selfies to compare: one of the same drawn face, and one of another. */
const SELFIES = [
  { name: 'Lena', face: 41, selfie: 41 },
  { name: 'Mira', face: 57, selfie: 3 },
] as const;
const PHOTOS_EACH = 2;

/** Creates selfies for the moderators' queue. */
export async function createDemoSelfies(
  features: Pick<Features, 'auth' | 'profile' | 'photos' | 'trust'>,
): Promise<void> {
  for (const { name, face, selfie } of SELFIES) {
    const { id } = await buildUser(features, { firstName: name, isDemo: true });
    for (let n = 0; n < PHOTOS_EACH; n++)
      await features.photos.add(id, await drawPicture(portraitSvg(face, 'woman', n)));
    await buildSelfie(features, id, (pose) => drawPicture(withPose(portraitSvg(selfie, 'woman', PHOTOS_EACH), pose)));
    await features.profile.update(id, { paused: true });
  }
}

/** Faces of the demo have no hands, so the pose is written. */
function withPose(svg: string, pose: SelfiePose): string {
  const words = `Pose: ${pose.replaceAll('_', ' ')}`;
  const label = `<rect y="900" width="800" height="100" fill="#fff"/><text x="400" y="965" font-size="48" text-anchor="middle">${words}</text>`;
  return svg.replace('</svg>', `${label}</svg>`);
}

/** A drawing as a photo. */
export async function drawPicture(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}
