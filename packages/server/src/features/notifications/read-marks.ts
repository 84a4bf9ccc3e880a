import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../core/db/types.ts';
import {
  countUnread,
  deleteNotificationGroups,
  findNotification,
  updateGroupRead,
  updateRead,
} from './notifications.store.ts';

/** Marks notifications as read, and tells the user's devices how many are left. */
export function createReadMarks({ db, clock, outbox }: Pick<Core, 'db' | 'clock' | 'outbox'>) {
  async function markGroupRead(tx: Tx, userId: string, groupKey: string): Promise<void> {
    if ((await updateGroupRead(tx, userId, groupKey, clock.now())) > 0) await publishRead(tx, userId, null);
  }

  async function deleteGroups(tx: Tx, userId: string, groupKeys: readonly string[]): Promise<void> {
    if ((await deleteNotificationGroups(tx, userId, groupKeys)) > 0) await publishRead(tx, userId, null);
  }

  function markRead(userId: string, id: string): Promise<number> {
    return db.transaction(async (tx) => {
      if (!(await findNotification(tx, userId, id))) throw new AppError('not_found');
      await updateRead(tx, userId, clock.now(), id);
      return publishRead(tx, userId, id);
    });
  }

  function markAllRead(userId: string): Promise<number> {
    return db.transaction(async (tx) => {
      await updateRead(tx, userId, clock.now());
      return publishRead(tx, userId, null);
    });
  }

  /** Updates the unread count on the user's other devices. */
  async function publishRead(tx: Tx, userId: string, id: string | null): Promise<number> {
    const unread = await countUnread(tx, userId);
    await outbox.publish(tx, { to: [userId], type: 'notification_read', payload: { id, unread } });
    return unread;
  }

  return { markGroupRead, deleteGroups, markRead, markAllRead };
}
