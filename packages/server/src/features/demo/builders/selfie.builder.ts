import type { SelfiePose } from '@soulsight/contract/trust';
import type { Features } from '../../../app/composition.ts';

/** Submits a selfie of a user with a photo for a drawn pose. Returns the id of the check. */
export async function buildSelfie(
  { trust }: Pick<Features, 'trust'>,
  userId: string,
  draw: (pose: SelfiePose) => Promise<Buffer>,
): Promise<string> {
  const { id, pose } = await trust.drawSelfiePose(userId);
  await trust.submitSelfie(userId, id, await draw(pose));
  return id;
}
