import type { Notification } from '@soulsight/contract/notifications';
import { PATHS } from '../../lib/paths.ts';

/** What a page does with a new notification. */
export type Announcement =
  /** The page is not in view: another device shows it, or a push. */
  | 'hidden'
  /** The open page is what it is about. */
  | 'read'
  /** Something on the open page shows it. */
  | 'in_view'
  | 'toast';

export interface View {
  isVisible: boolean;
  pathname: string;
  /** The list of conversations stands beside the open one. */
  hasChatList: boolean;
}

export function howToAnnounce({ kind, href }: Pick<Notification, 'kind' | 'href'>, view: View): Announcement {
  if (!view.isVisible) return 'hidden';
  const { pathname } = view;
  // Somebody whose conversation found no room: it shows nowhere else.
  if (kind === 'match_mutual' && href === PATHS.chat && pathname !== PATHS.notifications) return 'toast';
  if (pathname === href.split('?')[0]) return 'read';
  if (pathname === PATHS.notifications) return 'in_view';
  const showsList = pathname === PATHS.chat || (view.hasChatList && pathname.startsWith(`${PATHS.chat}/`));
  if (kind === 'message' && showsList) return 'in_view';
  // There the celebration of a match opens.
  if (kind === 'match_mutual' && pathname === PATHS.dashboard) return 'in_view';
  return 'toast';
}
