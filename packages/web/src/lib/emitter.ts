/** A list of listeners. */
export interface Emitter<V> {
  subscribe(listener: (value: V) => void): () => void;
  emit(value: V): void;
}

export function createEmitter<V = void>(): Emitter<V> {
  const listeners = new Set<(value: V) => void>();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    emit(value) {
      for (const listener of [...listeners]) listener(value);
    },
  };
}
