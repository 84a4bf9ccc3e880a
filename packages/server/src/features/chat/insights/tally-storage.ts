import type { Core } from '../../../core/core.ts';
import type { Db, Tx } from '../../../core/db/types.ts';
import {
  type ConversationInfo,
  findConversationFeatures,
  upsertConversationFeatures,
} from './conversation-insights.store.ts';
import { type ConversationTally, completeTally, emptyTally } from './conversation-tally.rules.ts';

/** Bound into the stored ciphertext: must not change. */
const TALLY_CONTEXT = 'talk';

export async function readTally(
  vault: Core['vault'],
  db: Db,
  { conversationId, members }: ConversationInfo,
): Promise<ConversationTally> {
  const row = await findConversationFeatures(db, conversationId);
  if (!row) return emptyTally(members);
  const owner = `conversation:${conversationId}` as const;
  return completeTally(await vault.openJson<ConversationTally>(db, owner, row.features, TALLY_CONTEXT));
}

export async function saveTally(
  { clock, vault }: Pick<Core, 'clock' | 'vault'>,
  tx: Tx,
  { conversationId }: ConversationInfo,
  values: { tally: ConversationTally; trustLevel: number },
): Promise<void> {
  await upsertConversationFeatures(tx, {
    conversationId,
    features: await vault.seal(tx, `conversation:${conversationId}`, values.tally, TALLY_CONTEXT),
    uptoSeq: values.tally.uptoSeq,
    trustLevel: values.trustLevel,
    updatedAt: clock.now(),
  });
}
