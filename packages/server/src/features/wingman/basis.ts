import type { Tx } from '../../core/db/types.ts';
import type { Pair } from '../match/pair-facts.service.ts';
import type { ReadConversation } from './conversation-access.ts';
import type { WingmanDeps } from './wingman.deps.ts';

/** What a text of the wingman was made from, and may quote. */
export type Basis = {
  viewerId: string;
  otherId: string;
  conversationId: string | null;
  /** The numbers of the messages that were read. */
  seqs: number[];
  /** The language model reads them, too. */
  isForModel: boolean;
};

export function toBasis(
  viewerId: string,
  { otherId, conversationId }: Pair,
  { messages }: Pick<ReadConversation, 'messages'>,
  isForModel: boolean,
): Basis {
  return { viewerId, otherId, conversationId, seqs: messages.map(({ seq }) => seq), isForModel };
}

/**
 * Between reading a conversation and storing a text that quotes it, a message may be deleted, a consent withdrawn or an account erased;
 * the erasure of quotes finds nothing to erase yet. So the transaction that stores the text asks here whether it still may. The rows
 * stay locked until it ends: an erasure waits for it, and then finds the text.
 */
export function createBasisCheck({ chat, profile }: Pick<WingmanDeps, 'chat' | 'profile'>) {
  return async function isCurrent(tx: Tx, basis: Basis): Promise<boolean> {
    const { viewerId, otherId, conversationId, seqs, isForModel } = basis;
    const consents = await profile.lockConsents(tx, [viewerId, otherId]);
    const [viewer, other] = [consents.get(viewerId), consents.get(otherId)];
    if (!viewer || !other) return false;
    const isAllowed = isForModel
      ? viewer.ai_processing && other.ai_processing
      : viewer.behavioural_analysis && (other.behavioural_analysis || seqs.length === 0);
    return isAllowed && (conversationId === null || chat.lockUndeleted(tx, conversationId, seqs));
  };
}
export type BasisCheck = ReturnType<typeof createBasisCheck>;
