import { useMatches } from '../../features/match/match.hooks.ts';
import type { FindPerson } from '../../features/notifications/components/notification-list.tsx';
import { NotificationsScreen } from '../../features/notifications/notifications-screen.tsx';
import { useMe } from '../../features/profile/profile.hooks.ts';

/** /notifications, with the people that they are about. */
export function NotificationsWithPeople() {
  const me = useMe();
  const matches = useMatches(me.data?.isVerified ?? false);
  // After a failure the notifications do not wait any longer: they can be read without their people.
  const isWaiting = [me, matches].some((query) => query.isLoading && query.failureCount === 0);
  const people = new Map(
    matches.data?.matches.flatMap(({ id, conversation_id, person }) =>
      [id, conversation_id].map((key) => [key, person]),
    ),
  );
  // A link names the match or the conversation at its end: /chat/3f0c..., /matching?with=3f0c...
  const findPerson: FindPerson = (href) => people.get(href.split(/[/=]/).at(-1) ?? '');
  return <NotificationsScreen findPerson={isWaiting ? null : findPerson} />;
}
