import { PLACE_CHANGES_MAX } from '@soulsight/contract/limits';
import type { Place } from '@soulsight/contract/profile';
import { useQuery } from '@tanstack/react-query';
import { MapPin } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { getErrorMessage } from '../../../lib/errors/messages.ts';
import { Input } from '../../../ui/input.tsx';
import { placesQuery } from '../profile.api.ts';
import { useUpdateMe } from '../profile.hooks.ts';
import { StepActions, type StepProps } from './step.tsx';

/** A town from the server's list; its position is stored to about ten kilometres. */
export function PlaceForm({ me, onDone, submitLabel }: StepProps) {
  const save = useUpdateMe();
  const [text, setText] = useState(me.place?.name ?? '');
  const [place, setPlace] = useState<Place | null>(me.place);
  const [tried, setTried] = useState(false);
  const prefix = useDeferredValue(text.trim());
  const towns = useQuery(placesQuery(place?.name === prefix ? '' : prefix));
  const found = towns.data?.places ?? [];

  function submit(event: React.FormEvent) {
    event.preventDefault();
    setTried(true);
    if (place) save.mutate({ place }, { onSuccess: onDone });
  }

  function choose(town: Place) {
    setPlace(town);
    setText(town.name);
  }

  const missing = tried && !place ? 'Please choose a town from the list.' : undefined;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <Input
        label="Town"
        autoComplete="off"
        placeholder="Start typing its name"
        value={text}
        error={towns.isLoadingError ? getErrorMessage(towns.error, 'profile') : missing}
        hint={
          place && place.name === text
            ? `We store the area, not the address. You can change it ${PLACE_CHANGES_MAX} times a week.`
            : undefined
        }
        onChange={(event) => {
          setText(event.target.value);
          setPlace(null);
        }}
      />
      {!place && found.length > 0 && (
        <ul aria-label="Towns" className="flex flex-col overflow-hidden rounded-md ring-1 ring-inset ring-line">
          {found.map((town) => (
            <li key={`${town.name} ${town.lat} ${town.lon}`}>
              <button
                type="button"
                onClick={() => choose(town)}
                className="flex min-h-12 w-full items-center gap-3 px-4 text-left hover:bg-raised"
              >
                <MapPin aria-hidden className="size-4 text-ink-faint" />
                {town.name}
              </button>
            </li>
          ))}
        </ul>
      )}
      {!place && prefix !== '' && towns.isSuccess && found.length === 0 && (
        <p role="status" className="text-sm text-ink-soft">
          No town found. Try a larger one nearby.
        </p>
      )}
      <StepActions busy={save.isPending} label={submitLabel} />
    </form>
  );
}
