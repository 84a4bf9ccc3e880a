import type { Match } from '@soulsight/contract/match';
import { cx } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { isApiError } from '../../../lib/api/api-error.ts';
import { PATHS, profilePath } from '../../../lib/paths.ts';
import { personFacts, personName } from '../../../lib/person.ts';
import { PersonAura } from '../../../ui/aura/person-aura.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FIRST_PERSON_COPY as COPY } from '../first-person.copy.ts';
import { MATCH_COPY } from '../match.copy.ts';
import { useFirstPerson } from '../use-first-person.ts';

/** The width of the person's light. */
const ART = 'w-16 min-[22.5rem]:w-24 sm:w-37';

/** The first person for a newcomer, looked for at once, and the way to them; or why there is nobody, and what to do. */
export function FirstPerson({ isVerified }: { isVerified: boolean }) {
  const { match, error } = useFirstPerson(isVerified);
  if (!isVerified) return <Instead {...COPY.verify} href={PATHS.verifyEmail} />;
  if (match) return <Found match={match} />;
  if (!error) return <Searching />;
  if (isApiError(error) && error.code === 'nobody_left')
    return <Instead {...COPY.nobody} action={MATCH_COPY.nobody.widen} href={profilePath('wishes')} />;
  return <Instead {...COPY.later} href={PATHS.matching} />;
}

function Found({ match }: { match: Match }) {
  const { person } = match;
  const reason = match.reasons.find(({ key, direction }) => direction === 'for' && key !== 'everything_else');
  return (
    <Panel
      art={<PersonAura person={person} className={ART} />}
      head={
        <>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="display max-w-full text-2xl wrap-anywhere">{personName(person)}</span>
            {person.is_demo && <Badge>Demo person</Badge>}
          </p>
          <p className="text-ink-soft">{personFacts(person).join(' · ')}</p>
        </>
      }
    >
      {reason && <p className="text-ink-soft">{reason.text}</p>}
      <ButtonLink to={PATHS.matching} size="lg" className="w-full sm:w-auto">
        {COPY.meet(personName(person))}
      </ButtonLink>
    </Panel>
  );
}

/** As high as what it is replaced by, so that nothing moves. */
function Searching() {
  return (
    <Panel
      art={<Skeleton className={cx('aspect-square rounded-full', ART)} />}
      head={
        <>
          <p role="status" className="min-h-9 text-ink-soft">
            {COPY.searching}
          </p>
          <Skeleton className="h-6 w-40 max-w-full" />
        </>
      }
    >
      <Skeleton className="h-6 w-64 max-w-full" />
      <Skeleton className="h-14 w-full rounded-full sm:w-52" />
    </Panel>
  );
}

/** The light beside the name, and what follows below both on a phone. */
function Panel({ art, head, children }: { art: ReactNode; head: ReactNode; children: ReactNode }) {
  return (
    <Card className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-4 sm:gap-x-8">
      <div className="sm:row-span-2">{art}</div>
      <div className="flex flex-col gap-1 sm:self-end">
        <h2 className="text-sm text-ink-faint">{COPY.title}</h2>
        {head}
      </div>
      <div className="col-span-2 flex flex-col items-start gap-4 sm:col-span-1 sm:self-start">{children}</div>
    </Card>
  );
}

function Instead({ title, body, action, href }: { title: string; body: string; action: string; href: string }) {
  return (
    <Card className="flex flex-col items-start gap-3">
      <h2 className="display text-2xl">{title}</h2>
      <p className="text-balance text-ink-soft">{body}</p>
      <ButtonLink to={href} size="lg" className="mt-2 w-full sm:w-auto">
        {action}
      </ButtonLink>
    </Card>
  );
}
