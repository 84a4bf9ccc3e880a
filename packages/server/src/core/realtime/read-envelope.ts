import { AppError } from '@soulsight/contract/errors';
import {
  CLIENT_PAYLOADS,
  type ClientEventType,
  ENVELOPE_ID_MAX_CHARS,
  type Envelope,
  envelopeSchema,
  PRIORITIES,
} from '@soulsight/contract/realtime';
import type { RawData } from 'ws';
import { assertPgText, validate } from '../http/validate.ts';

export function isClientEvent(type: string): type is ClientEventType {
  return Object.hasOwn(CLIENT_PAYLOADS, type);
}

/** A message as it was received. */
export type RawMessage = {
  value: unknown;
  /** JSON writes NUL and half of a surrogate pair with a backslash: without one, the database can store all of its text. */
  hasEscapes: boolean;
};

/** @throws AppError `unsupported_media_type` for a binary message, `bad_request` for anything but JSON */
export function parseMessage(data: RawData, isBinary: boolean): RawMessage {
  if (isBinary) throw new AppError('unsupported_media_type');
  const text = String(data);
  try {
    return { value: JSON.parse(text), hasEscapes: text.includes('\\') };
  } catch (cause) {
    throw new AppError('bad_request', undefined, { cause });
  }
}

/** The id of a message, valid or not, so that an error can name what it answers. */
export function readId(message: unknown): string | undefined {
  const id = (message as { id?: unknown } | null)?.id;
  return typeof id === 'string' && id.length <= ENVELOPE_ID_MAX_CHARS ? id : undefined;
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && value.length <= ENVELOPE_ID_MAX_CHARS;
}

function isWellFormed(message: unknown): message is Envelope {
  if (typeof message !== 'object' || message === null) return false;
  const { type, id, payload, priority, response_to } = message as Record<keyof Envelope, unknown>;
  return (
    typeof type === 'string' &&
    isClientEvent(type) &&
    isId(id) &&
    typeof payload === 'object' &&
    payload !== null &&
    !Array.isArray(payload) &&
    PRIORITIES.some((one) => one === priority) &&
    (response_to === undefined || isId(response_to))
  );
}

/**
 * Fast path for well-formed envelopes; otherwise validates with the schema for a precise error.
 * @throws AppError `validation_failed`
 */
export function readEnvelope({ value, hasEscapes }: RawMessage): Envelope {
  if (!isWellFormed(value)) return validate(envelopeSchema, value);
  if (hasEscapes) assertPgText(value);
  return value;
}
