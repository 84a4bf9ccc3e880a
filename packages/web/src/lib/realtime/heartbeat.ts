import { RT_HEARTBEAT_ACK_MS, RT_HEARTBEAT_MS } from '@soulsight/contract/limits';
import type { Clock } from './clock.ts';

export interface HeartbeatOptions {
  clock: Clock;
  /** Sends a heartbeat and gives its id. */
  beat: () => string;
  /** An acknowledgement came after so many milliseconds. */
  onLatency: (ms: number) => void;
  /** No acknowledgement within 8 s. */
  onLate: () => void;
  /** A whole interval without any sign of life. */
  onSilent: () => void;
}

export interface Heartbeat {
  start(): void;
  stop(): void;
  acknowledged(id: string | undefined): void;
  /** Anything came in: somebody is there. */
  heard(): void;
}

/** A heartbeat at once and then every 30 s. */
export function createHeartbeat({ clock, beat, onLatency, onLate, onSilent }: HeartbeatOptions): Heartbeat {
  let waiting: { id: string; at: number } | null = null;
  let heardSince = false;
  let cancelBeat = () => {};
  let cancelLate = () => {};

  function stop(): void {
    cancelBeat();
    cancelLate();
    waiting = null;
  }

  function next(): void {
    if (waiting && !heardSince) {
      stop();
      onSilent();
      return;
    }
    waiting = { id: beat(), at: clock.now() };
    heardSince = false;
    cancelLate = clock.after(RT_HEARTBEAT_ACK_MS, onLate);
    cancelBeat = clock.after(RT_HEARTBEAT_MS, next);
  }

  return {
    start() {
      stop();
      next();
    },
    stop,
    acknowledged(id) {
      if (!waiting || (id !== undefined && id !== waiting.id)) return;
      cancelLate();
      onLatency(clock.now() - waiting.at);
      waiting = null;
    },
    heard() {
      heardSince = true;
    },
  };
}
