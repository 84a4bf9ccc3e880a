import type { Message } from '@soulsight/contract/chat';

/** Message numbers up to which each user has received and read, as one of the two may see it. */
export type Receipts = {
  /** The other user's. `read` does not move while their read receipts are off. */
  theirs: { delivered: number; read: number };
  mine: { read: number };
};

/** For the caller's own messages, how far they got with the other user; for the other user's, what the caller did. */
export function messageStatus(message: { seq: number; isMine: boolean }, receipts: Receipts): Message['status'] {
  if (!message.isMine) return message.seq <= receipts.mine.read ? 'read' : 'delivered';
  if (message.seq <= receipts.theirs.read) return 'read';
  return message.seq <= receipts.theirs.delivered ? 'delivered' : 'sent';
}
