import { type Photo, PROMPTS } from '@soulsight/contract/profile';
import { REVEAL_STAGES } from '@soulsight/contract/reveal-stages';
import type { CasePerson, ModerationCase } from '@soulsight/contract/safety';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { usePhoto } from '../../../lib/photos/use-photo.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton, TextSkeleton } from '../../../ui/skeleton.tsx';
import { ACTION_LABELS, MARK_LABELS } from '../safety.copy.ts';
import { useCase } from '../safety.hooks.ts';

/** Moderators see photos unblurred, as in the last stage. */
const WHOLE_STAGE = REVEAL_STAGES.length - 1;

/** Both profiles of a case, their history and similar accounts; loaded when a moderator asks for them. */
export function CaseDetails({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  const found = useCase(id, open);
  return (
    <div className="flex flex-col gap-5">
      <Button
        variant="secondary"
        size="sm"
        className="self-start"
        aria-expanded={open}
        icon={<ChevronDown aria-hidden className={open ? 'size-4 rotate-180' : 'size-4'} />}
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide the profiles' : 'Profiles and history'}
      </Button>
      {open && found.isPending && <TextSkeleton lines={6} />}
      {open && found.isLoadingError && <ErrorState error={found.error} onRetry={() => found.refetch()} />}
      {open && found.data && <CaseView found={found.data} />}
    </div>
  );
}

function CaseView({ found: { subject, reporter, stage, similar, report } }: { found: ModerationCase }) {
  return (
    <div className="flex flex-col gap-6">
      {stage !== null && (
        <p className="text-sm text-ink-soft">
          They had reached the stage “{REVEAL_STAGES[stage]?.id}”: {describeSeen(stage)}
        </p>
      )}
      <div className="grid gap-6 lg:grid-cols-2">
        <Person title="Reported" person={subject} />
        {report.reporter && <Person title="Reporter" person={reporter} />}
      </div>
      <Similar accounts={similar} />
    </div>
  );
}

/** What of each other's photos the two had seen. */
function describeSeen(stage: number): string {
  const { photo, allPhotos } = REVEAL_STAGES[stage] ?? REVEAL_STAGES[0];
  if (photo === null) return 'no photo was visible yet.';
  return allPhotos ? 'all photos were visible.' : 'only a blurred main photo was visible.';
}

function Person({ title, person }: { title: string; person: CasePerson | null }) {
  if (!person)
    return (
      <section className="rounded-lg p-5 ring-1 ring-inset ring-line">
        <h3 className="text-sm text-ink-faint">{title}</h3>
        <p>This account was deleted.</p>
      </section>
    );
  const facts = [person.age !== null && `${person.age} years`, person.place_name, person.work].filter(Boolean);
  return (
    <section className="flex flex-col gap-4 rounded-lg p-5 ring-1 ring-inset ring-line">
      <header>
        <p className="text-sm text-ink-faint">{title}</p>
        <h3 className="text-lg font-medium">{person.name}</h3>
        <p className="text-sm text-ink-soft">{facts.join(' · ')}</p>
        <p className="text-sm text-ink-faint">
          Here since {formatDate(person.joined_at)}, trust score {person.trust_score}
        </p>
      </header>
      {person.photos.length > 0 ? (
        <ul aria-label={`Photos of ${person.name}`} className="grid grid-cols-3 gap-2">
          {person.photos.map((photo, n) => (
            <li key={photo.id}>
              <CasePhoto photo={photo} alt={`${person.name}, photo ${n + 1}`} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-sm text-ink-faint">No photos.</p>
      )}
      <History person={person} />
      {person.prompts.length > 0 && (
        <dl className="flex flex-col gap-2 text-sm">
          {person.prompts.map(({ key, answer }) => (
            <div key={key}>
              <dt className="text-ink-faint">{PROMPTS[key]}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function CasePhoto({ photo, alt }: { photo: Photo; alt: string }) {
  const address = usePhoto(photo, WHOLE_STAGE);
  if (!address) return <Skeleton className="aspect-[4/5] w-full" />;
  return <img src={address} alt={alt} className="aspect-[4/5] w-full rounded-md object-cover" />;
}

/** What was reported and decided before. */
function History({ person: { reports_about: about, reports_made: made, sanctions } }: { person: CasePerson }) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p>
        Reports about them: {about.upheld} upheld, {about.dismissed} dismissed, {about.open} open. Reports they made:{' '}
        {made.upheld} upheld, {made.dismissed} dismissed, {made.open} open.
      </p>
      {sanctions.length > 0 && (
        <ul className="flex flex-col gap-1 text-ink-soft">
          {sanctions.map((sanction) => (
            <li key={`${sanction.at} ${sanction.action}`}>
              {formatDate(sanction.at)}: {ACTION_LABELS[sanction.action]}
              {sanction.appeal && ` (appeal ${sanction.appeal})`}. {sanction.reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Similar({ accounts }: { accounts: ModerationCase['similar'] }) {
  if (accounts.length === 0) return <p className="text-sm text-ink-faint">No similar accounts.</p>;
  return (
    <section className="flex flex-col gap-2 text-sm">
      <h3 className="font-medium">Similar accounts</h3>
      <p className="text-ink-faint">The same network may be a family, and a photo may be stolen. Judge with care.</p>
      <ul className="flex flex-col gap-2">
        {accounts.map(({ id, name, joined_at, banned, shared }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <span>
              {name}, here since {formatDate(joined_at)}: the same {shared.map((kind) => MARK_LABELS[kind]).join(', ')}
            </span>
            {banned && <Badge tone="bad">Banned</Badge>}
          </li>
        ))}
      </ul>
    </section>
  );
}
