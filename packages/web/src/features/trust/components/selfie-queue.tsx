import { REVEAL_STAGES } from '@soulsight/contract/reveal-stages';
import { SELFIE_REFUSALS, type SelfieCheck, type SelfieRefusal } from '@soulsight/contract/trust';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/format.ts';
import { usePhoto } from '../../../lib/photos/use-photo.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Select } from '../../../ui/input.tsx';
import { LoadedList } from '../../../ui/loaded-list.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { POSE_TEXTS, REFUSAL_LABELS } from '../trust.copy.ts';
import { useDecideSelfie, useSelfieChecks } from '../trust.hooks.ts';

/** Each comes with up to seven pictures; the next ones follow as these are decided. */
const SHOWN_AT_ONCE = 10;

/** Selfies beside the profile photos that they are compared with, the longest waiting first. */
export function SelfieQueue() {
  const checks = useSelfieChecks();
  return (
    <LoadedList
      query={checks}
      items={checks.data?.checks}
      empty={{ title: 'No selfies', text: 'All selfies have been compared.' }}
    >
      {(waiting) => (
        <ul className="flex flex-col gap-5">
          {waiting.slice(0, SHOWN_AT_ONCE).map((check) => (
            <li key={check.id}>
              <CheckCard check={check} />
            </li>
          ))}
        </ul>
      )}
    </LoadedList>
  );
}

const REFUSAL_OPTIONS = [
  { value: '', label: 'Choose a reason' },
  ...SELFIE_REFUSALS.map((value) => ({ value, label: REFUSAL_LABELS[value] })),
];

function CheckCard({ check }: { check: SelfieCheck }) {
  const { id, name, pose, at, photos, selfie_url } = check;
  const decide = useDecideSelfie();
  const [refusal, setRefusal] = useState<SelfieRefusal | ''>('');
  const answer = (reason: SelfieRefusal | null) =>
    decide.mutate({ id, photo_ids: photos.map((photo) => photo.id), refusal: reason });
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        <h2 className="text-lg font-medium">{name ?? 'Someone'}</h2>
        <p className="text-sm text-ink-faint">
          Sent <time dateTime={at}>{formatDateTime(at)}</time>
        </p>
      </div>
      <div className="grid gap-5 sm:grid-cols-[minmax(0,16rem)_1fr]">
        <figure className="flex flex-col gap-2">
          <Picture picture={{ id, url: selfie_url }} alt={`Selfie of ${name ?? 'someone'}`} />
          <figcaption className="text-sm">
            <span className="text-ink-faint">Pose to show: </span>
            {POSE_TEXTS[pose]}
          </figcaption>
        </figure>
        <div className="flex flex-col gap-2">
          <p className="text-sm text-ink-faint">Profile photos</p>
          <ul className="grid grid-cols-3 gap-2">
            {photos.map((photo, n) => (
              <li key={photo.id}>
                <Picture picture={photo} alt={`Profile photo ${n + 1}`} />
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="flex flex-col gap-3 sm:flex-row sm:items-end sm:justify-end">
        <Select
          label="If not"
          value={refusal}
          onChange={(event) => setRefusal(event.target.value as SelfieRefusal | '')}
          options={REFUSAL_OPTIONS}
        />
        <Button
          variant="secondary"
          disabled={refusal === ''}
          loading={decide.isPending}
          onClick={() => refusal && answer(refusal)}
        >
          Refuse
        </Button>
        <Button loading={decide.isPending} onClick={() => answer(null)}>
          The same person
        </Button>
      </div>
    </Card>
  );
}

/** Moderators see pictures unblurred, as in the last stage. */
const WHOLE_STAGE = REVEAL_STAGES.length - 1;

function Picture({ picture, alt }: { picture: { id: string; url: string }; alt: string }) {
  const address = usePhoto(picture, WHOLE_STAGE);
  if (!address) return <Skeleton className="aspect-[4/5] w-full" />;
  return <img src={address} alt={alt} className="aspect-[4/5] w-full rounded-md object-cover" />;
}
