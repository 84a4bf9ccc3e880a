import type { BehaviouralEventType } from '@soulsight/contract/bgp';
import { RECENT_EVENTS_MAX } from '@soulsight/contract/limits';
import type { Core } from '../../../core/core.ts';
import type { Tx } from '../../../core/db/types.ts';
import type { BgpModel } from '../bgp.model.ts';
import type { OpenedEvent } from '../bgp.rules.ts';
import * as store from '../bgp.store.ts';

/** Applies a user's recorded events to their profile. */
export const APPLY_JOB = 'bgp.apply';

export type RecordedEvent = {
  userId: string;
  type: BehaviouralEventType;
  metadata: OpenedEvent['features'];
  /** The conversation or match it belongs to. */
  subjectId?: string | null;
  at?: Date;
};

/** An event whose user is named beside it. */
export type NewBgpEvent = Omit<RecordedEvent, 'userId'>;

/** Stores behavioural events, encrypted. Nothing is stored without consent. */
export function createEventRecorder(
  { db, clock, jobs }: Pick<Core, 'db' | 'clock' | 'jobs'>,
  { sealFeatures, hasConsent }: Pick<BgpModel, 'sealFeatures' | 'hasConsent'>,
) {
  async function recordAll(tx: Tx, userId: string, events: readonly NewBgpEvent[]): Promise<void> {
    if (events.length === 0 || !(await hasConsent(tx, userId))) return;
    const sealed = await sealFeatures(
      tx,
      userId,
      events.map(({ metadata }) => metadata),
    );
    const rows = events.map(({ type, subjectId = null, at }, n) => ({
      userId,
      type,
      metadata: sealed[n] as Buffer,
      weighs: true,
      subjectId,
      at: at ?? clock.now(),
    }));
    await store.insertEvents(tx, rows);
    await jobs.send(APPLY_JOB, { userId }, { tx, singletonKey: userId });
  }

  async function report(userId: string, { type, metadata }: RecordedEvent): Promise<void> {
    if (!(await hasConsent(db, userId))) return;
    const [sealed] = await sealFeatures(db, userId, [metadata]);
    const event = { userId, type, metadata: sealed as Buffer, weighs: false, applied: true, at: clock.now() };
    await store.insertEvents(db, [event]);
    await store.pruneReported(db, userId, RECENT_EVENTS_MAX);
  }

  return {
    recordAll,
    record: (tx: Tx, { userId, ...event }: RecordedEvent) => recordAll(tx, userId, [event]),
    report,
  };
}
