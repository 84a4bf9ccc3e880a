import { RT_HEARTBEAT_ACK_MS, RT_HEARTBEAT_MS } from '@soulsight/contract/limits';
import type { Clock } from './clock.ts';

export interface HeartbeatOptions {
  clock: Clock;
  /** Sends a heartbeat and returns its id. */
  sendBeat: () => string;
  /** A heartbeat was acknowledged after `ms` milliseconds. */
  onLatency: (ms: number) => void;
  /** No acknowledgement within 8 s. */
  onLate: () => void;
  /** Nothing was received for a whole interval. */
  onTimeout: () => void;
}

export interface Heartbeat {
  start(): void;
  stop(): void;
  acknowledge(id: string | undefined): void;
  /** Something was received, so the connection is alive. */
  noteActivity(): void;
}

/** Sends a heartbeat immediately and then every 30 s. */
export function createHeartbeat({ clock, sendBeat, onLatency, onLate, onTimeout }: HeartbeatOptions): Heartbeat {
  let unanswered: { id: string; at: number } | null = null;
  let activeSinceBeat = false;
  let cancelBeat = () => {};
  let cancelLate = () => {};

  function stop(): void {
    cancelBeat();
    cancelLate();
    unanswered = null;
  }

  function next(): void {
    if (unanswered && !activeSinceBeat) {
      stop();
      onTimeout();
      return;
    }
    unanswered = { id: sendBeat(), at: clock.now() };
    activeSinceBeat = false;
    cancelLate = clock.after(RT_HEARTBEAT_ACK_MS, onLate);
    cancelBeat = clock.after(RT_HEARTBEAT_MS, next);
  }

  return {
    start() {
      stop();
      next();
    },
    stop,
    acknowledge(id) {
      if (!unanswered || (id !== undefined && id !== unanswered.id)) return;
      cancelLate();
      onLatency(clock.now() - unanswered.at);
      unanswered = null;
    },
    noteActivity() {
      activeSinceBeat = true;
    },
  };
}
