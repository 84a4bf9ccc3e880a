import { envelopeSchema, SERVER_PAYLOADS, type ServerEventType } from '@soulsight/contract/realtime';
import type { Frame } from './incoming.ts';

/** Whether a frame is an event of the contract with its payload. For development and tests: production loads no schemas. */
export function keepsContract(frame: Frame): boolean {
  const { type } = frame;
  if (!envelopeSchema.safeParse(frame).success || !(type in SERVER_PAYLOADS)) return false;
  return SERVER_PAYLOADS[type as ServerEventType].safeParse(frame.payload ?? {}).success;
}
