import type { ServerPayload } from '@soulsight/contract/realtime';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/types.ts';
import { maintenance } from './maintenance.tables.ts';

const ONLY_ROW = 1;

/** Replaces the announced maintenance. */
export async function saveMaintenance(db: Db, { at, detail }: ServerPayload<'maintenance'>): Promise<void> {
  const announced = { at: at === null ? null : new Date(at), detail };
  await db
    .insert(maintenance)
    .values({ id: ONLY_ROW, ...announced })
    .onConflictDoUpdate({ target: maintenance.id, set: announced });
}

/** The maintenance that was announced last, also a past one; null for none. */
export async function findMaintenance(db: Db): Promise<ServerPayload<'maintenance'> | null> {
  const [row] = await db.select().from(maintenance).where(eq(maintenance.id, ONLY_ROW));
  return row ? { at: row.at?.toISOString() ?? null, detail: row.detail } : null;
}
