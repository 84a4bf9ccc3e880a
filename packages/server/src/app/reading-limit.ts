import { DAY_MS } from '@soulsight/contract/time';
import type { AuthLimits } from '../features/auth/auth.deps.ts';
import { AuthError } from '../features/auth/auth.errors.ts';

/** How often the language model reads the answers of one user in 24 hours: a call costs money. */
const READINGS = { max: 5, windowS: DAY_MS / 1_000 };

/** Counts readings, across nodes. */
export function createReadingLimit(limits: Pick<AuthLimits, 'consume' | 'refund'>) {
  const key = (userId: string) => `reading:${userId}`;
  return {
    async mayRead(userId: string): Promise<boolean> {
      try {
        await limits.consume(key(userId), READINGS);
        return true;
      } catch (error) {
        if (error instanceof AuthError && error.code === 'over_request_rate_limit') return false;
        throw error;
      }
    },
    refundReading: (userId: string): Promise<void> => limits.refund(key(userId), READINGS),
  };
}
