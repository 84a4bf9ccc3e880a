import { useMatches } from '../../features/match/match.hooks.ts';
import { NotificationsScreen } from '../../features/notifications/notifications-screen.tsx';
import { useMe } from '../../features/profile/profile.hooks.ts';

/** /notifications, with the people that they are about. */
export function NotificationsWithPeople() {
  const matches = useMatches(useMe().data?.isVerified ?? false).data?.matches ?? [];
  const people = new Map(
    matches.flatMap(({ id, conversation_id, person }) => [id, conversation_id].map((key) => [key, person])),
  );
  // A link names the match or the conversation at its end: /chat/3f0c..., /matching?with=3f0c...
  return <NotificationsScreen findPerson={(href) => people.get(href.split(/[/=]/).at(-1) ?? '')} />;
}
