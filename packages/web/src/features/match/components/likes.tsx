import type { LikeAmount, Match } from '@soulsight/contract/match';
import { ChevronDown, Heart, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { PATHS } from '../../../lib/paths.ts';
import { personFacts, personName } from '../../../lib/person.ts';
import { Aura } from '../../../ui/aura/aura.tsx';
import { PersonAura } from '../../../ui/aura/person-aura.tsx';
import { OTHER_AURA, WELCOME_AURA } from '../../../ui/aura/welcome-aura.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FittedName } from '../../../ui/fitted-name.tsx';
import { PhotosChecked } from '../../../ui/photos-checked.tsx';
import { MATCH_COPY } from '../match.copy.ts';
import { describeCompatibility } from '../match.rules.ts';
import { ReasonList } from './reason-list.tsx';
import { TalkingPoints } from './suggestion-card.tsx';

const COPY = MATCH_COPY.likes;
const ART_PX = 160;

/** Nobody chose to show a like: explains how likes are shown. */
export function NoLikes() {
  return (
    <EmptyState
      art={<Aura aura={WELCOME_AURA} className="empty-art" still />}
      title={COPY.amounts.none}
      action={<ButtonLink to={PATHS.matching}>{COPY.meet}</ButtonLink>}
    >
      {COPY.none}
    </EmptyState>
  );
}

/** How many auras stand for an amount. They belong to nobody. */
const DRAWN: Record<LikeAmount, number> = { none: 0, one: 1, few: 3, many: 5 };

/** What a free user sees: roughly how many people, and what Premium adds. */
export function BlurredLikes({ amount }: { amount: LikeAmount }) {
  return (
    <EmptyState
      stacked
      art={
        <span aria-hidden className="flex justify-center -space-x-12 blur-md">
          {Array.from({ length: DRAWN[amount] }, (_, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <Aura key={n} aura={n % 2 === 0 ? WELCOME_AURA : OTHER_AURA} size={ART_PX} still />
          ))}
        </span>
      }
      title={COPY.amounts[amount]}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink variant="gold" to={PATHS.subscription}>
            {COPY.upgrade}
          </ButtonLink>
          <ButtonLink variant="secondary" to={PATHS.matching}>
            {COPY.discover}
          </ButtonLink>
        </div>
      }
    >
      {COPY.free} {COPY.othersHidden}
    </EmptyState>
  );
}

export interface LikesListProps {
  people: readonly Match[];
  onAccept: (match: Match) => void;
  onPass: (match: Match) => void;
  busy: boolean;
  /** Options for the person of a match. */
  menu: (match: Match) => ReactNode;
}

/** The people who let the user know of a like, as a suggestion shows them. */
export function LikesList({ people, onAccept, onPass, busy, menu }: LikesListProps) {
  return (
    <ul className="grid gap-6 lg:grid-cols-2">
      {people.map((match) => (
        <li key={match.id} className="flex flex-col gap-5 rounded-xl bg-surface p-5 ring-1 ring-inset ring-line">
          <div className="flex items-start gap-4 max-[17rem]:flex-col sm:gap-5">
            <PersonAura person={match.person} className="w-20 shrink-0 sm:w-24" />
            <div className="flex min-w-0 flex-1 flex-col gap-1">
              <div className="flex items-start justify-between gap-2">
                <FittedName as="h2">{personName(match.person)}</FittedName>
                <span className="-mt-1.5 -mr-2">{menu(match)}</span>
              </div>
              <p className="text-ink-soft">{personFacts(match.person).join(' · ')}</p>
              <p className="flex flex-wrap gap-x-3 text-sm text-ink-faint">
                <span>{describeCompatibility(match)}</span>
                <span>
                  {MATCH_COPY.scores.trust} {Math.round(match.trust_score)}%
                </span>
              </p>
              <span className="flex flex-wrap gap-2 empty:hidden">
                <PhotosChecked person={match.person} />
                {match.person.is_demo && <Badge>Demo person</Badge>}
              </span>
            </div>
          </div>
          <details className="group">
            <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 text-sm text-ink-soft">
              {match.compatibility_range.too_early ? COPY.whyTooEarly : COPY.why}
              <ChevronDown aria-hidden className="size-4 shrink-0 transition group-open:rotate-180" />
            </summary>
            <div className="flex flex-col gap-6 pt-3">
              <ReasonList reasons={match.reasons} />
              {match.talking_points.length > 0 && <TalkingPoints points={match.talking_points} />}
            </div>
          </details>
          <div className="mt-auto flex flex-wrap gap-3">
            <Button
              variant="secondary"
              className="flex-1 basis-[7rem]"
              disabled={busy}
              onClick={() => onPass(match)}
              aria-label={`${MATCH_COPY.pass} on ${personName(match.person)}`}
              icon={<X aria-hidden className="size-5" />}
            >
              {MATCH_COPY.pass}
            </Button>
            <Button
              className="flex-1 basis-[7rem]"
              disabled={busy}
              onClick={() => onAccept(match)}
              aria-label={`${MATCH_COPY.accept} to ${personName(match.person)}`}
              icon={<Heart aria-hidden className="size-5" />}
            >
              {MATCH_COPY.accept}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
