import { AppError } from '@soulsight/contract/errors';
import { z } from 'zod';

/** The last row of a page, in a list ordered by time and id. */
export interface PageEnd {
  at: Date;
  id: string;
}

const FORM = /^(\d{1,15})_(.+)$/;
const idSchema = z.uuid();

/** The opaque `next_cursor` of a page. */
function encodeCursor({ at, id }: PageEnd): string {
  return Buffer.from(`${at.getTime()}_${id}`).toString('base64url');
}

/** @throws AppError `bad_request` for a cursor that was not returned with a page */
export function decodeCursor(cursor: string | undefined): PageEnd | null {
  if (cursor === undefined) return null;
  const [, time, id] = FORM.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (!time || !idSchema.safeParse(id).success) throw new AppError('bad_request', 'That page does not exist.');
  return { at: new Date(Number(time)), id: id as string };
}

/** Makes a page from `limit + 1` queried rows: the extra row only shows that there is a next page. */
export function toPage<T>(rows: readonly T[], limit: number, toPageEnd: (row: T) => PageEnd) {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next_cursor: rows.length > limit && last !== undefined ? encodeCursor(toPageEnd(last)) : null };
}
