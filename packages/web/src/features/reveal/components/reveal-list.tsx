import type { Match } from '@soulsight/contract/match';
import type { RevealRequest } from '@soulsight/contract/reveal';
import { ArrowRight } from 'lucide-react';
import { PATHS, revealPath } from '../../../lib/paths.ts';
import { personName } from '../../../lib/person.ts';
import { Aura } from '../../../ui/aura/aura.tsx';
import { PersonAura } from '../../../ui/aura/person-aura.tsx';
import { WELCOME_AURA } from '../../../ui/aura/welcome-aura.ts';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FittedName } from '../../../ui/fitted-name.tsx';
import { Link } from '../../../ui/link.tsx';
import { REVEAL_COPY, STAGES } from '../reveal.copy.ts';
import { StageDots } from './stage-path.tsx';

export interface RevealListProps {
  matches: readonly Match[];
  requests: readonly RevealRequest[];
  /** The ids of the matches whose next stage the user may ask for now. */
  ready: readonly string[];
  me: string;
}

/** All reveals: first those where the other user asks for the next stage, then those where the user may ask for it. */
export function RevealList({ matches, requests, ready, me }: RevealListProps) {
  const asking = (match: Match) =>
    requests.some((r) => r.match_id === match.id && r.status === 'pending' && r.requester_id !== me);
  const mayAsk = (match: Match) => ready.includes(match.id);
  if (matches.length === 0) {
    return (
      <EmptyState
        art={<Aura aura={WELCOME_AURA} className="empty-art" stage={2} />}
        title={REVEAL_COPY.none}
        action={<ButtonLink to={PATHS.matching}>{REVEAL_COPY.discover}</ButtonLink>}
      >
        {REVEAL_COPY.noneBody}
      </EmptyState>
    );
  }
  const [wanting, others] = [matches.filter(asking), matches.filter((match) => !asking(match))];
  return (
    <div className="flex flex-col gap-8">
      {wanting.length > 0 && (
        <ul className="grid gap-4 lg:grid-cols-2">
          {wanting.map((match) => (
            <li key={match.id} className="only:col-span-full">
              <WantingCard match={match} />
            </li>
          ))}
        </ul>
      )}
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {others
          .toSorted((a, b) => Number(mayAsk(b)) - Number(mayAsk(a)) || b.person.stage - a.person.stage)
          .map((match) => (
            <li key={match.id}>
              <Row match={match} isReady={mayAsk(match)} />
            </li>
          ))}
      </ul>
    </div>
  );
}

/** Someone who asked for the next stage and waits for the answer. */
function WantingCard({ match }: { match: Match }) {
  return (
    <Link
      to={revealPath(match.id)}
      className="flex h-full items-center gap-5 max-[22rem]:flex-col max-[22rem]:items-start rounded-xl bg-surface p-5 ring-1 ring-line ring-inset transition duration-200 hover:ring-line-strong sm:gap-8 sm:p-8"
    >
      <PersonAura person={match.person} size={112} />
      <span className="flex min-w-0 flex-1 flex-col items-start gap-2">
        <FittedName>{personName(match.person)}</FittedName>
        <Stage match={match} />
        <Badge tone="accent">{REVEAL_COPY.wanting}</Badge>
      </span>
      <ArrowRight aria-hidden className="size-5 shrink-0 text-ink-faint max-[22rem]:hidden" />
    </Link>
  );
}

function Row({ match, isReady }: { match: Match; isReady: boolean }) {
  return (
    <Link
      to={revealPath(match.id)}
      className="flex items-center gap-4 rounded-lg bg-surface p-3 ring-1 ring-line ring-inset transition duration-200 hover:ring-line-strong"
    >
      <PersonAura person={match.person} size={64} />
      <span className="flex min-w-0 flex-col gap-1">
        <span className="truncate font-medium">{personName(match.person)}</span>
        <Stage match={match} />
        {isReady && <span className="text-sm text-accent-text">{REVEAL_COPY.ready(match.person.stage + 1)}</span>}
      </span>
    </Link>
  );
}

function Stage({ match }: { match: Match }) {
  return (
    <span className="flex items-center gap-3 text-sm text-ink-faint">
      {STAGES[match.reveal_status].name}
      <StageDots stage={match.person.stage} />
    </span>
  );
}
