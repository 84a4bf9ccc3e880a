import type { Core } from '../../../core/core.ts';
import type { Db } from '../../../core/db/types.ts';
import type { OpenedEvent } from '../bgp.rules.ts';
import type { BgpEventRow } from '../bgp.store.ts';

/** Encryption context of event features (stored data depends on it). */
export const EVENT_CONTEXT = 'bgp_events.metadata';

/** Encrypts and decrypts the features of behavioural events with their user's key. */
export function createEventVault({ vault }: Pick<Core, 'vault'>) {
  async function sealFeatures(db: Db, userId: string, features: readonly OpenedEvent['features'][]): Promise<Buffer[]> {
    return vault.sealMany(db, `user:${userId}`, [...features], EVENT_CONTEXT);
  }

  /** Features that can no longer be decrypted are returned empty. */
  async function openEvents(db: Db, userId: string, rows: readonly BgpEventRow[]): Promise<OpenedEvent[]> {
    const texts = await vault.openMany(
      db,
      rows.map(({ metadata }) => ({ owner: `user:${userId}`, sealed: metadata, context: EVENT_CONTEXT })),
    );
    return rows.map(({ type, subjectId, at }, n) => ({
      type,
      subjectId,
      at,
      features: JSON.parse(texts[n] ?? '{}') as OpenedEvent['features'],
    }));
  }

  return { sealFeatures, openEvents };
}

export type EventVault = ReturnType<typeof createEventVault>;
