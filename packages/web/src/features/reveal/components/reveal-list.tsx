import type { Match } from '@soulsight/contract/match';
import type { RevealRequest } from '@soulsight/contract/reveal';
import { PATHS, revealPath } from '../../../lib/paths.ts';
import { personName } from '../../../lib/person.ts';
import { Aura } from '../../../ui/aura/aura.tsx';
import { PersonAura } from '../../../ui/aura/person-aura.tsx';
import { WELCOME_AURA } from '../../../ui/aura/welcome-aura.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Link } from '../../../ui/link.tsx';
import { REVEAL_COPY, STAGES } from '../reveal.copy.ts';
import { StageDots } from './stage-path.tsx';

export interface RevealListProps {
  matches: readonly Match[];
  requests: readonly RevealRequest[];
  me: string;
}

/** All reveals; those where the other user asks for the next stage come first. */
export function RevealList({ matches, requests, me }: RevealListProps) {
  const asking = (match: Match) =>
    requests.some((r) => r.match_id === match.id && r.status === 'pending' && r.requester_id !== me);
  if (matches.length === 0) {
    return (
      <EmptyState
        art={<Aura aura={WELCOME_AURA} size={168} stage={2} />}
        title={REVEAL_COPY.none}
        action={<ButtonLink to={PATHS.matching}>{REVEAL_COPY.discover}</ButtonLink>}
      >
        {REVEAL_COPY.noneBody}
      </EmptyState>
    );
  }
  const sorted = matches.toSorted((a, b) => Number(asking(b)) - Number(asking(a)) || b.person.stage - a.person.stage);
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {sorted.map((match) => (
        <li key={match.id}>
          <Link
            to={revealPath(match.id)}
            className="flex flex-col items-center gap-4 rounded-xl bg-surface px-6 py-8 text-center ring-1 ring-inset ring-line transition duration-200 hover:ring-line-strong"
          >
            <PersonAura person={match.person} size={132} />
            <span className="flex flex-col items-center gap-2">
              <span className="display text-2xl">{personName(match.person)}</span>
              <span className="flex items-center gap-3 text-sm text-ink-faint">
                {STAGES[match.reveal_status].name}
                <StageDots stage={match.person.stage} />
              </span>
            </span>
            {asking(match) && <Badge tone="accent">Wants to unlock the next stage</Badge>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
