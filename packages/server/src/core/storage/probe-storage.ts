import { PartProblem } from '../ops/health.ts';
import type { Storage } from './storage.ts';

/** How S3 answers for a missing object if the key may not list the bucket; it answers the same if the key may not read the object. */
const DENIED = 'AccessDenied';

/**
 * Resolves when the photo store answers. Any key will do: that there is nothing under it is an answer.
 * @throws PartProblem where S3 lets the keys do too little; otherwise the error of the store
 */
export async function probeStorage(storage: Pick<Storage, 'get'>): Promise<void> {
  try {
    await storage.get('probe');
  } catch (error) {
    if (!(error instanceof Error) || error.name !== DENIED) throw error;
    throw new PartProblem(
      'The keys of S3_URL may not read or not list the bucket. They need s3:GetObject and s3:ListBucket: without them photos are missing, or no account is erased.',
    );
  }
}
