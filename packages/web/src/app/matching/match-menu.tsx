import type { Match } from '@soulsight/contract/match';
import { personName } from '../../lib/person.ts';
import { PersonMenu } from '../person/person-menu.tsx';

/** The menu of the other user in a match. It offers to unmatch only after a like: a suggestion can be passed. */
export function MatchMenu({ match }: { match: Match }) {
  const isDecided = match.mutual_match || match.status === 'liked';
  return (
    <PersonMenu
      userId={match.person.id}
      name={personName(match.person)}
      matchId={isDecided ? match.id : undefined}
      isMutual={match.mutual_match}
    />
  );
}
