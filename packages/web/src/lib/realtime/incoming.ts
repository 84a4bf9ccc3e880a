import {
  type Envelope,
  envelopeSchema,
  SERVER_PAYLOADS,
  type ServerEventType,
  type ServerPayload,
} from '@soulsight/contract/realtime';

/** A parsed and validated event from the server. */
export type Incoming = {
  [T in ServerEventType]: { type: T; payload: ServerPayload<T>; id: string; responseTo: string | undefined };
}[ServerEventType];

/** Parses a frame; null when it is not a valid server event. */
export function parseFrame(data: unknown): Incoming | null {
  const parsed = envelopeSchema.safeParse(parseJson(data));
  if (!parsed.success) return null;
  const { type, payload, id, response_to: responseTo } = parsed.data;
  if (!isServerEvent(type)) return null;
  const checked = SERVER_PAYLOADS[type].safeParse(payload);
  return checked.success ? ({ type, payload: checked.data, id, responseTo } as Incoming) : null;
}

function isServerEvent(type: Envelope['type']): type is ServerEventType {
  return type in SERVER_PAYLOADS;
}

function parseJson(data: unknown): unknown {
  if (typeof data !== 'string') return undefined;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
