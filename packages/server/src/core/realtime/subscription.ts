import type { Redis } from 'ioredis';

/** The outcomes of publications. */
export interface SubscriptionHandlers {
  receive(channel: string, text: string): void;
  /** What was published on these channels was missed for a while. */
  gap(channels: readonly string[]): void;
}

/** The channels of a node. They stay subscribed across failures of Redis. */
export interface Subscription {
  /** Rejects while Redis is down; the channel is then subscribed once it is ready again. */
  add(channel: string): Promise<void>;
  remove(channel: string): Promise<void>;
  close(): void;
}

/** More in one command may take Redis longer than a command is waited for. */
const CHANNELS_AT_ONCE = 1_000;
const RETRY_MS = 1_000;

/** @param subscriber a client of its own, not connected yet */
export async function subscribeOnServer(
  subscriber: Redis,
  { receive, gap }: SubscriptionHandlers,
): Promise<Subscription> {
  const channels = new Set<string>();
  let wasReady = false;
  /** Counts the connections. */
  let epoch = 0;

  // The client would subscribe to everything in one command.
  subscriber.options.autoResubscribe = false;
  subscriber.on('message', receive);
  subscriber.on('ready', () => {
    epoch += 1;
    void resubscribe(epoch);
  });
  await subscriber.connect();

  /** What was published while Redis was down, or until the channels are subscribed again, was missed. */
  async function resubscribe(ofEpoch: number): Promise<void> {
    const all = [...channels];
    try {
      for (let start = 0; start < all.length; start += CHANNELS_AT_ONCE)
        await subscriber.subscribe(...all.slice(start, start + CHANNELS_AT_ONCE));
    } catch {
      // Redis is down again, or slow. Another connection subscribes again.
      setTimeout(
        () => ofEpoch === epoch && subscriber.status === 'ready' && void resubscribe(ofEpoch),
        RETRY_MS,
      ).unref();
      return;
    }
    if (ofEpoch !== epoch) return;
    if (wasReady) gap(all);
    wasReady = true;
  }

  return {
    async add(channel) {
      channels.add(channel);
      await subscriber.subscribe(channel);
    },
    async remove(channel) {
      channels.delete(channel);
      await subscriber.unsubscribe(channel);
    },
    close: () => subscriber.disconnect(),
  };
}
