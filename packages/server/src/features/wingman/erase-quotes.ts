import { DAY_MS } from '@soulsight/contract/time';
import type { SQLWrapper } from 'drizzle-orm';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import { deleteModelCallsBefore, eraseLeftWritten, eraseSent } from './model/model-calls.store.ts';
import { deleteSuggestions, selectMatchIdByConversation, selectMatchIdsByUser } from './wingman.store.ts';

/** What was sent to the language model can be seen for so long. */
const SENT_KEPT_MS = 30 * DAY_MS;

/** Erases, for both users of a conversation, what was suggested and what was sent to the language model: both quote it. */
export function createQuoteEraser({ db, clock }: Pick<Core, 'db' | 'clock'>) {
  async function erase(tx: Tx, matchIds: SQLWrapper): Promise<void> {
    await deleteSuggestions(tx, matchIds);
    await eraseSent(tx, matchIds);
  }

  return {
    /** Erases those of all conversations of a user who withdrew their consent. */
    eraseQuotesOfUser: (tx: Tx, userId: string) => erase(tx, selectMatchIdsByUser(tx, userId)),
    /** Erases those of a conversation in which a message was deleted. */
    eraseQuotesOfConversation: (tx: Tx, conversationId: string) =>
      erase(tx, selectMatchIdByConversation(tx, conversationId)),
    /** Deletes what was sent to the language model more than 30 days ago; run every night. */
    async sweepSent(): Promise<void> {
      await eraseLeftWritten(db);
      await deleteModelCallsBefore(db, new Date(clock.now().getTime() - SENT_KEPT_MS));
    },
  };
}
