import type { Message } from '@soulsight/contract/chat';
import { MINUTE_MS } from '@soulsight/contract/time';

/** A message as the thread shows it, stored or unsent. */
export interface Entry {
  id: string;
  /** Null until the server has stored it. */
  seq: number | null;
  mine: boolean;
  content: string;
  /** ISO 8601. */
  timestamp: string;
  status: Message['status'];
  deleted: boolean;
  /** Why to be careful with it, if it is the other user's. */
  caution: Message['caution'] | null;
  waiting: boolean;
  /** Why it failed, or still waits. */
  reason: string | null;
  /** The next message waits for the same reason, and says so. */
  quiet?: boolean;
}

export type TimelineItem =
  /** `day` is the timestamp of its first message. */
  | { kind: 'day'; key: string; day: string }
  | { kind: 'unread'; key: string }
  | { kind: 'message'; key: string; entry: Entry; first: boolean; last: boolean };

/** Messages of one sender within this time form a group. */
const GROUP_WITHIN_MS = 5 * MINUTE_MS;

/** The calendar day of an instant in the user's time zone, YYYY-MM-DD. */
function toLocalDay(instant: string | Date): string {
  const d = new Date(instant);
  return `${d.getFullYear()}-${String(d.getMonth() + 1).padStart(2, '0')}-${String(d.getDate()).padStart(2, '0')}`;
}

/** Adds the day dividers and the unread divider, and marks which messages form a group. */
export function buildTimeline(entries: readonly Entry[], unreadFromSeq: number | null): TimelineItem[] {
  const items: TimelineItem[] = [];
  const days = entries.map(({ timestamp }) => toLocalDay(timestamp));
  for (const [i, entry] of entries.entries()) {
    const before = entries[i - 1];
    const day = days[i] as string;
    const newDay = day !== days[i - 1];
    const unreadHere = unreadFromSeq !== null && entry.seq === unreadFromSeq;
    if (newDay) items.push({ kind: 'day', key: `day-${day}-${entry.id}`, day });
    if (unreadHere) items.push({ kind: 'unread', key: 'unread' });
    const first = newDay || unreadHere || !before || !belongTogether(before, entry);
    const after = entries[i + 1];
    const last = !after || days[i + 1] !== day || !belongTogether(entry, after);
    items.push({ kind: 'message', key: entry.id, entry, first, last });
  }
  return items;
}

function belongTogether(a: Entry, b: Entry): boolean {
  return a.mine === b.mine && Date.parse(b.timestamp) - Date.parse(a.timestamp) < GROUP_WITHIN_MS;
}
