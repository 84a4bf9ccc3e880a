import type { Caller } from '../http/caller.ts';
import type { Log } from '../ops/logger.ts';
import type { Delivery } from './bus.ts';
import type { Inbound } from './inbound.ts';

export type SendToConnection = Inbound<'state_sync'>['reply'];
export type ConnectListener = (caller: Caller, send: SendToConnection) => Promise<void> | void;
export type PresenceListener = (userId: string, online: boolean) => Promise<void> | void;
/** Called for every event, so it must be fast; it is not awaited. */
export type DeliveryListener = (delivery: Delivery) => void;

/** Listeners for connections, presence and delivered events. An error of one is logged; the others are still called. */
export interface HubListeners {
  onConnect(listener: ConnectListener): void;
  onPresence(listener: PresenceListener): void;
  onDelivery(listener: DeliveryListener): void;
  /** Calls the connect listeners one after the other. */
  connected(caller: Caller, send: SendToConnection): Promise<void>;
  presenceChanged(userId: string, online: boolean): void;
  delivered(delivery: Delivery): void;
}

export function createHubListeners(log: Pick<Log, 'error'>): HubListeners {
  const connect: ConnectListener[] = [];
  const presence: PresenceListener[] = [];
  const delivery: DeliveryListener[] = [];

  async function run(listener: () => Promise<void> | void): Promise<void> {
    try {
      await listener();
    } catch (err) {
      log.error({ err }, 'hub listener failed');
    }
  }

  return {
    onConnect: (listener) => void connect.push(listener),
    onPresence: (listener) => void presence.push(listener),
    onDelivery: (listener) => void delivery.push(listener),
    async connected(caller, send) {
      for (const listener of connect) await run(() => listener(caller, send));
    },
    presenceChanged(userId, online) {
      for (const listener of presence) void run(() => listener(userId, online));
    },
    delivered(event) {
      for (const listener of delivery) {
        try {
          listener(event);
        } catch (err) {
          log.error({ err }, 'hub listener failed');
        }
      }
    },
  };
}
