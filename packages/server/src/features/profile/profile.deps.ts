import type { Aura } from '@soulsight/contract/aura';
import type { Plan } from '@soulsight/contract/user';
import type { Db, Tx } from '../../core/db/types.ts';

/** What profile needs of other features. */
export interface ProfileDeps {
  auras(userIds: readonly string[], db: Db): Promise<Map<string, Aura>>;
  trust(userId: string): Promise<{ trust_score: number; is_new: boolean }>;
  plan(userId: string): Promise<Plan>;
  /** Deletes everything learned about a user who withdrew consent. */
  eraseAnalysis(tx: Tx, userId: string): Promise<void>;
}
