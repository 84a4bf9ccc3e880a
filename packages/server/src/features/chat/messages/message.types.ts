import type { DecryptedMessage } from '../chat.presenter.ts';

export type OutgoingMessage = {
  userId: string;
  conversationId: string;
  content: string;
  /** The client's UUID, which makes retries safe. */
  messageId: string;
  /** The connection that sends it: it gets a reply instead of the event. */
  except?: string;
};

/** `isNew` is false where the same message was stored before. */
export type SentMessage = { message: DecryptedMessage; otherId: string; isNew: boolean };

export type SendOutcome = { sent: SentMessage } | { error: unknown };
