import type { PushPayload } from '@soulsight/contract/notifications';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import { PATHS } from '../lib/paths.ts';

/** What the worker asks an open page. A page answers `true` when it did it. */
export type WorkerMessage =
  | { type: 'SHOW_PUSH'; push: PushPayload }
  | { type: 'OPEN_PAGE'; href: string; id: string }
  | { type: 'RENEW_PUSH' };
/** What a page tells the worker. */
export type PageMessage = { type: 'SKIP_WAITING' } | { type: 'KEEP_WHOLE_APP' };

/** Shown for a push that cannot be read: a browser requires that every push shows something. */
const UNREADABLE: PushPayload = {
  id: '',
  kind: 'account',
  title: PRODUCT_NAME,
  body: 'There is something new for you.',
  href: PATHS.notifications,
  tag: 'unreadable',
  unread: 0,
  created_at: '',
};

/** Shown when the browser has ended the subscription while no page was open: only a page has the session that can make another. */
export const PUSH_ENDED: PushPayload = {
  ...UNREADABLE,
  title: 'Notifications have stopped on this device',
  body: `Open ${PRODUCT_NAME} to turn them back on.`,
  tag: 'push-ended',
};

/** Reads a push; the notice that something is new for text that is not a push of ours. */
export function readPush(text: string | undefined): PushPayload {
  try {
    const push = JSON.parse(text ?? '') as PushPayload;
    const isComplete = [push.id, push.kind, push.title, push.body, push.href, push.tag, push.created_at].every(
      (field) => typeof field === 'string',
    );
    return isComplete && typeof push.unread === 'number' && isOwnPath(push.href) ? push : UNREADABLE;
  } catch {
    return UNREADABLE;
  }
}

function isOwnPath(href: string): boolean {
  return href.startsWith('/') && !href.startsWith('//') && !href.includes('\\');
}

/** The parameter of a page's address that names the notification that opened it. */
export const OPENED_PARAMETER = 'notification';

/** The address to open in a new window, so that the page knows which notification it was opened from. */
export function hrefFromNotification({ href, id }: Pick<PushPayload, 'href' | 'id'>): string {
  if (id === '') return href;
  return `${href}${href.includes('?') ? '&' : '?'}${OPENED_PARAMETER}=${encodeURIComponent(id)}`;
}
