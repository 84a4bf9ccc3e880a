import type { Envelope, ServerEventType, ServerPayload } from '@soulsight/contract/realtime';

/** A parsed event from the server. */
export type Incoming = {
  [T in ServerEventType]: { type: T; payload: ServerPayload<T>; id: string; responseTo: string | undefined };
}[ServerEventType];

/** The parts of a frame that the client reads. */
export type Frame = Pick<Envelope, 'type' | 'payload' | 'id' | 'response_to'>;

/**
 * Parses a frame; null when it is not an event.
 * @param keepsContract checks the payload, where responses are checked, too
 */
export function parseFrame(data: unknown, keepsContract: (frame: Frame) => boolean = () => true): Incoming | null {
  const frame = parseJson(data);
  if (!isFrame(frame) || !keepsContract(frame)) return null;
  const { type, payload = {}, id, response_to: responseTo } = frame;
  return { type, payload, id, responseTo } as Incoming;
}

function isFrame(value: unknown): value is Frame {
  if (typeof value !== 'object' || value === null) return false;
  const { type, payload, id } = value as Record<string, unknown>;
  return typeof type === 'string' && typeof id === 'string' && payload !== null && typeof (payload ?? {}) === 'object';
}

function parseJson(data: unknown): unknown {
  if (typeof data !== 'string') return undefined;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
