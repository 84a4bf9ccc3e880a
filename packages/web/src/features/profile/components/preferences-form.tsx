import { ADULT_AGE_YEARS, OLDEST_AGE_YEARS, WANTED_AGES_MIN, WANTED_INTENTS_MIN } from '@soulsight/contract/limits';
import { GENDERS, type Gender, INTENTS, type Intent, type Me, type SearchFilters } from '@soulsight/contract/profile';
import { useState } from 'react';
import { PATHS } from '../../../lib/paths.ts';
import { CheckboxGroup, Switch } from '../../../ui/choice.tsx';
import { Select } from '../../../ui/input.tsx';
import { Link } from '../../../ui/link.tsx';
import { RangeSlider } from '../../../ui/range-slider.tsx';
import { DISTANCES, GENDER_PLURAL_LABELS, INTENT_LABELS } from '../profile.copy.ts';
import { useUpdateMe } from '../profile.hooks.ts';
import { StepActions, type StepProps } from './step.tsx';

/** The saved age range, or a default around the user's own age. */
function suggestedAges(me: Me): [number, number] {
  if (me.wishes) return [me.wishes.age_range.min, me.wishes.age_range.max];
  const age = me.birth_date ? new Date().getFullYear() - Number(me.birth_date.slice(0, 4)) : 30;
  return [Math.max(ADULT_AGE_YEARS, age - 6), Math.min(OLDEST_AGE_YEARS, age + 6)];
}

/** Who the user wants to meet: gender, age, distance and intent. */
export function PreferencesForm({ me, onDone, submitLabel }: StepProps) {
  const save = useUpdateMe();
  const [genders, setGenders] = useState<Gender[]>(me.wishes?.genders ?? []);
  const [ages, setAges] = useState(suggestedAges(me));
  const [distance, setDistance] = useState(me.wishes ? String(me.wishes.max_distance_km ?? 'any') : '50');
  const [intents, setIntents] = useState<Intent[]>(me.wishes?.intents ?? (me.intent ? [me.intent] : []));
  const [filters, setFilters] = useState(me.filters);
  const [tried, setTried] = useState(false);
  const isPremium = me.subscription.plan === 'premium';

  function submit(event: React.FormEvent) {
    event.preventDefault();
    setTried(true);
    if (genders.length === 0 || intents.length < WANTED_INTENTS_MIN) return;
    const wishes = {
      genders,
      intents,
      age_range: { min: ages[0], max: ages[1] },
      max_distance_km: distance === 'any' ? null : Number(distance),
    };
    save.mutate({ wishes, ...(isPremium && { filters }) }, { onSuccess: onDone });
  }

  const distances = DISTANCES.some((d) => d.value === distance)
    ? DISTANCES
    : [...DISTANCES, { value: distance, label: `Up to ${distance} km` }];
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-7">
      <CheckboxGroup
        label="I want to meet"
        columns={3}
        value={genders}
        onChange={setGenders}
        error={tried && genders.length === 0 ? 'Please choose at least one.' : undefined}
        options={GENDERS.map((value) => ({ value, label: GENDER_PLURAL_LABELS[value] }))}
      />
      <RangeSlider
        label="Age"
        min={ADULT_AGE_YEARS}
        max={OLDEST_AGE_YEARS}
        minGap={WANTED_AGES_MIN - 1}
        value={ages}
        onChange={setAges}
      />
      <Select
        label="Distance"
        options={distances}
        value={distance}
        onChange={(event) => setDistance(event.target.value)}
      />
      <CheckboxGroup
        label="Looking for"
        columns={2}
        value={intents}
        onChange={setIntents}
        hint="Choose at least two: what somebody is looking for stays private until you are both revealed."
        error={tried && intents.length < WANTED_INTENTS_MIN ? 'Please choose at least two.' : undefined}
        options={INTENTS.map((value) => ({ value, label: INTENT_LABELS[value].label }))}
      />
      <PremiumFilters filters={filters} onChange={setFilters} isPremium={isPremium} />
      <StepActions busy={save.isPending} label={submitLabel} />
    </form>
  );
}

interface PremiumFiltersProps {
  filters: SearchFilters;
  onChange: (filters: SearchFilters) => void;
  isPremium: boolean;
}

function PremiumFilters({ filters, onChange, isPremium }: PremiumFiltersProps) {
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-3 flex flex-wrap items-center gap-x-3 text-sm font-medium">
        More filters
        {!isPremium && (
          <Link to={PATHS.subscription} className="inline-flex min-h-11 items-center text-gold underline">
            With Premium
          </Link>
        )}
      </legend>
      <Switch
        label="Only people with checked photos"
        hint="A moderator compared their photos with a selfie."
        disabled={!isPremium}
        checked={filters.photos_checked}
        onChange={(photos_checked) => onChange({ ...filters, photos_checked })}
      />
      <Switch
        label="Only people who were here this week"
        hint="People who hide that they're online may be shown, too."
        disabled={!isPremium}
        checked={filters.recently_active}
        onChange={(recently_active) => onChange({ ...filters, recently_active })}
      />
    </fieldset>
  );
}
