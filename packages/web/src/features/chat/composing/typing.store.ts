import { RT_TYPING_MS } from '@soulsight/contract/limits';
import { createEmitter } from '../../../lib/emitter.ts';
import { type Clock, systemClock } from '../../../lib/realtime/clock.ts';

/** Who is typing, by conversation and then user. */
export type TypingUsers = Readonly<Record<string, Readonly<Record<string, true>>>>;

export interface TypingStore {
  subscribe(listener: () => void): () => void;
  snapshot(): TypingUsers;
  start(conversationId: string, userId: string): void;
  stop(conversationId: string, userId: string): void;
}

/** Set on typing start, cleared on typing stop or after 8 s. */
export function createTypingStore(clock: Clock = systemClock): TypingStore {
  const changes = createEmitter();
  const timers = new Map<string, () => void>();
  let users: TypingUsers = {};

  function set(conversationId: string, of: Readonly<Record<string, true>>): void {
    const { [conversationId]: _old, ...others } = users;
    users = Object.keys(of).length > 0 ? { ...others, [conversationId]: of } : others;
    changes.emit();
  }

  function stop(conversationId: string, userId: string): void {
    timers.get(`${conversationId}/${userId}`)?.();
    timers.delete(`${conversationId}/${userId}`);
    const { [userId]: was, ...rest } = users[conversationId] ?? {};
    if (was) set(conversationId, rest);
  }

  return {
    subscribe: changes.subscribe,
    snapshot: () => users,
    start(conversationId, userId) {
      timers.get(`${conversationId}/${userId}`)?.();
      timers.set(
        `${conversationId}/${userId}`,
        clock.after(RT_TYPING_MS, () => stop(conversationId, userId)),
      );
      if (!users[conversationId]?.[userId]) set(conversationId, { ...users[conversationId], [userId]: true });
    },
    stop,
  };
}
