import type { ServerPayload } from '@soulsight/contract/realtime';
import { navigateTo } from '../../lib/browser/navigation.ts';
import { toast } from '../../lib/toast.ts';
import { type Announcement, howToAnnounce } from './announce.rules.ts';

type LiveNotification = Omit<ServerPayload<'notification'>, 'unread'>;

/** From this width on the list of conversations stands beside the open one. */
const LIST_BESIDE_CONVERSATION = '(min-width: 48rem)';
/** Windows side by side get the same notification within this time; one of them announces it. */
const OTHER_WINDOWS_WITHIN_MS = 3_000;
const KNOWN_MAX = 200;

/** Notifications that this page has announced already: it hears of one from the server and from a push. */
const known = new Set<string>();

export interface AnnounceOptions {
  onOpen: () => void;
  /** What was done, in the one window that did it. */
  onDone: (announcement: Announcement) => void;
}

/** Announces a new notification once, in one window. Returns false if this page is not in view. */
export function announce(notification: LiveNotification, { onOpen, onDone }: AnnounceOptions): boolean {
  const announcement = howToAnnounce(notification, {
    isVisible: document.visibilityState === 'visible',
    pathname: window.location.pathname,
    hasChatList: window.matchMedia(LIST_BESIDE_CONVERSATION).matches,
  });
  if (announcement === 'hidden') return false;
  const key = `${notification.id} ${notification.created_at}`;
  if (known.has(key)) return true;
  known.add(key);
  if (known.size > KNOWN_MAX) for (const oldest of [...known].slice(0, 1)) known.delete(oldest);
  void inOneWindow(key, () => {
    if (announcement === 'toast') showToast(notification, onOpen);
    onDone(announcement);
  });
  return true;
}

async function inOneWindow(key: string, action: () => void): Promise<void> {
  if (!navigator.locks) return action();
  await navigator.locks.request(`notification ${key}`, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    action();
    await new Promise((resolve) => setTimeout(resolve, OTHER_WINDOWS_WITHIN_MS));
  });
}

function showToast({ id, title, body, href }: LiveNotification, onOpen: () => void): void {
  toast.notification(title, {
    id: `notification-${id}`,
    description: body,
    action: {
      label: 'Open',
      onClick: () => {
        onOpen();
        navigateTo(href);
      },
    },
  });
}
