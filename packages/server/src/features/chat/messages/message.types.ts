import type { ServerPayload } from '@soulsight/contract/realtime';
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

/** `wire` is the message in the form of the socket events; `isNew` is false if the same message was stored before. */
export type SentMessage = {
  message: DecryptedMessage;
  wire: ServerPayload<'message'>;
  otherId: string;
  isNew: boolean;
};

export type SendOutcome = { sent: SentMessage } | { error: unknown };
