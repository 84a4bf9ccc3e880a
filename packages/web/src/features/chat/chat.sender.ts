import type { Message } from '@soulsight/contract/chat';
import { isApiError } from '../../lib/api-error.ts';
import { DATA_ERRORS } from '../../lib/errors/catalogue.ts';
import { dataErrorText } from '../../lib/errors/data-error.ts';
import { messageOf } from '../../lib/errors/messages.ts';
import type { RealtimeClient, Settlement } from '../../lib/realtime/client.types.ts';
import { sendMessage } from './chat.api.ts';
import type { Outgoing, OutgoingStore } from './outgoing.store.ts';
import { toMessage } from './thread.rules.ts';

export interface SenderOptions {
  realtime: RealtimeClient;
  outgoing: OutgoingStore;
  uuid: () => string;
  now: () => number;
  /** A message reached the server. */
  onStored: (message: Message) => void;
  /** It waits for the connection. */
  onQueued: () => void;
  /** The other way to the server. */
  post?: typeof sendMessage;
}

export interface ChatSender {
  /** Shows the message at once as 'sending'. @returns false when there is no connection and it waits for one */
  send(conversationId: string, content: string): boolean;
  retry(id: string): void;
  discard(id: string): void;
  /** Takes up again what a reload interrupted. */
  resume(): void;
  stop(): void;
}

export function createChatSender(options: SenderOptions): ChatSender {
  const { realtime, outgoing, post = sendMessage } = options;

  /** By the socket, or into its queue. */
  function dispatch(message: Outgoing): boolean {
    const payload = { conversation_id: message.conversationId, content: message.content, message_id: message.id };
    const { state } = realtime.send('message', payload, { id: message.id, priority: 'high' });
    outgoing.change(message.id, { status: 'sending', waiting: state === 'queued', reason: null });
    if (state === 'dropped') fail(message.id, DATA_ERRORS.messageNetwork);
    // It may have given up before this was written.
    if (state === 'queued') gaveUp();
    return state === 'sent';
  }

  /** By a plain call: the same UUID is stored once, whichever way it comes. */
  async function deliver(message: Outgoing): Promise<void> {
    outgoing.change(message.id, { status: 'sending', waiting: false, reason: null });
    try {
      stored(await post(message));
    } catch (error) {
      const known = isApiError(error) && error.status > 0;
      fail(
        message.id,
        known ? messageOf(error, 'chat') : dataErrorText(error, DATA_ERRORS.messageNetwork, messageOf(error)),
      );
    }
  }

  function stored(message: Message): void {
    outgoing.remove(message.id);
    options.onStored(message);
  }

  function fail(id: string, reason: string): void {
    outgoing.change(id, { status: 'failed', waiting: false, reason });
  }

  function find(id: string): Outgoing | undefined {
    return outgoing.all().find((message) => message.id === id);
  }

  function settled(settlement: Settlement): void {
    if (settlement.envelope.type !== 'message') return;
    const message = find(settlement.envelope.id);
    if (settlement.outcome === 'answered' && settlement.answer.type === 'message') {
      stored(toMessage(settlement.answer.payload));
    } else if (message && settlement.outcome === 'refused') fail(message.id, settlement.detail);
    else if (message && settlement.outcome === 'timeout') void deliver(message);
    else if (message && settlement.outcome === 'dropped') fail(message.id, DATA_ERRORS.messageNetwork);
  }

  /** When the live connection gave up, what waits for it goes the other way. */
  function gaveUp(): void {
    if (realtime.snapshot().status !== 'error') return;
    for (const message of outgoing.all()) if (message.status === 'sending' && message.waiting) void deliver(message);
  }

  const stops = [realtime.onSettled(settled), realtime.subscribe(gaveUp)];

  return {
    send(conversationId, content) {
      const message: Outgoing = {
        id: options.uuid(),
        conversationId,
        content,
        timestamp: new Date(options.now()).toISOString(),
        status: 'sending',
        waiting: false,
        reason: null,
      };
      outgoing.put(message);
      const sent = dispatch(message);
      if (!sent) options.onQueued();
      return sent;
    },

    retry(id) {
      const message = find(id);
      if (!message) return;
      if (realtime.snapshot().status === 'connected') dispatch(message);
      else void deliver(message);
    },

    discard: (id) => outgoing.remove(id),

    resume() {
      for (const message of outgoing.all()) if (message.status === 'sending') dispatch(message);
    },

    stop() {
      for (const stop of stops) stop();
    },
  };
}
