import type { ServerEventType, ServerPayload } from '@soulsight/contract/realtime';
import { createEmitter, type Emitter } from '../emitter.ts';
import type { Incoming } from './incoming.ts';

/** Listeners of the server's events, by type. */
export interface ServerEvents {
  /** Returns a function that removes the listener. */
  on<T extends ServerEventType>(type: T, handler: (payload: ServerPayload<T>) => void): () => void;
  emit(incoming: Incoming): void;
}

export function createServerEvents(): ServerEvents {
  const emitters = new Map<ServerEventType, Emitter<never>>();
  return {
    on(type, handler) {
      const emitter = emitters.get(type) ?? createEmitter<never>();
      emitters.set(type, emitter);
      return emitter.subscribe(handler);
    },
    emit: ({ type, payload }) => emitters.get(type)?.emit(payload as never),
  };
}
