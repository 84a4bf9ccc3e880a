import type { Message } from '@soulsight/contract/chat';

/** How far each of the two has received and read, as message numbers, as one of them may know it. */
export type Receipts = {
  /** The other's. `read` stands still while their read receipts are off. */
  theirs: { delivered: number; read: number };
  mine: { read: number };
};

/** A stored message's state for the one who looks: of their own messages, what the other did; of the other's, what they did. */
export function messageStatus(message: { seq: number; isMine: boolean }, receipts: Receipts): Message['status'] {
  if (!message.isMine) return message.seq <= receipts.mine.read ? 'read' : 'delivered';
  if (message.seq <= receipts.theirs.read) return 'read';
  return message.seq <= receipts.theirs.delivered ? 'delivered' : 'sent';
}
