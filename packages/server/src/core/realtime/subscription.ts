import type { Redis } from 'ioredis';

/** What becomes of publications. */
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

/** @param subscriber a client of its own, not connected yet */
export async function subscribeOnServer(
  subscriber: Redis,
  { receive, gap }: SubscriptionHandlers,
): Promise<Subscription> {
  const channels = new Set<string>();
  let wasReady = false;

  subscriber.on('message', receive);
  subscriber.on('ready', () => void resubscribe());
  await subscriber.connect();

  /** What was published while Redis was down was missed. */
  async function resubscribe(): Promise<void> {
    const all = [...channels];
    try {
      if (all.length > 0) await subscriber.subscribe(...all);
    } catch {
      return; // Redis is down again; the next 'ready' subscribes.
    }
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
