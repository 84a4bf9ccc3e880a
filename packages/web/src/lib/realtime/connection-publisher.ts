import { createEmitter } from '../emitter.ts';
import type { ConnectionSnapshot, ConnectionSource } from './connection.ts';

export interface ConnectionPublisher extends ConnectionSource {
  /** Takes a new snapshot and notifies the subscribers if anything changed. */
  publish(): void;
}

/** Publishes the connection's state for React: the same object until a value changes. */
export function createConnectionPublisher(read: () => ConnectionSnapshot): ConnectionPublisher {
  const changes = createEmitter();
  let current = read();
  return {
    subscribe: changes.subscribe,
    snapshot: () => current,
    publish() {
      const next = read();
      const isSame = (Object.keys(next) as (keyof ConnectionSnapshot)[]).every((key) => next[key] === current[key]);
      if (isSame) return;
      current = next;
      changes.emit();
    },
  };
}
