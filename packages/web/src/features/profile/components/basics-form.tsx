import { zodResolver } from '@hookform/resolvers/zod';
import { calculateAge } from '@soulsight/contract/age';
import { ADULT_AGE_YEARS, FIRST_NAME_MAX_CHARS, TERMS_VERSION, WORK_MAX_CHARS } from '@soulsight/contract/limits';
import { GENDERS, INTENTS, type Me } from '@soulsight/contract/profile';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { RadioGroup } from '../../../ui/choice.tsx';
import { Input } from '../../../ui/input.tsx';
import { TermsCheckbox } from '../../../ui/terms-checkbox.tsx';
import { GENDER_LABELS, INTENT_LABELS, PROFILE_COPY } from '../profile.copy.ts';
import { useUpdateMe } from '../profile.hooks.ts';
import { InterestsField } from './interests-field.tsx';
import { StepActions, type StepProps } from './step.tsx';

const COPY = PROFILE_COPY.basics;
const tooLong = (max: number) => `Please use at most ${max} characters.`;

const schema = z.object({
  first_name: z
    .string()
    .trim()
    .min(1, 'Please enter your first name.')
    .max(FIRST_NAME_MAX_CHARS, tooLong(FIRST_NAME_MAX_CHARS)),
  birth_date: z.iso
    .date('Please enter your date of birth.')
    .refine((day) => calculateAge(day, new Date()) >= ADULT_AGE_YEARS, 'You must be 18 or older to use Soulsight.'),
  gender: z.enum(GENDERS, 'Please choose one.'),
  intent: z.enum(INTENTS, 'Please choose one.'),
  work: z.string().trim().max(WORK_MAX_CHARS, tooLong(WORK_MAX_CHARS)),
  interests: z.array(z.string()),
  terms: z.boolean().refine((yes) => yes, 'Please accept the terms to continue.'),
});
type BasicsInput = z.input<typeof schema>;

/** Users who signed up through a provider have not seen the terms yet. */
function hasAcceptedTerms(me: Me): boolean {
  return me.consents.terms_version !== null;
}

function toFormValues(me: Me): Partial<BasicsInput> {
  return {
    first_name: me.firstName ?? '',
    birth_date: me.birth_date ?? '',
    ...(me.gender ? { gender: me.gender } : {}),
    ...(me.intent ? { intent: me.intent } : {}),
    work: me.work ?? '',
    interests: me.interests,
    terms: hasAcceptedTerms(me),
  };
}

/** What the sign-up form has asked already; null if something is missing or refused. */
function findKnown({ firstName, birth_date }: Me): { name: string; age: number } | null {
  const age = birth_date ? calculateAge(birth_date, new Date()) : 0;
  return firstName && age >= ADULT_AGE_YEARS ? { name: firstName, age } : null;
}

/** @param asksOnce hides what the sign-up form has asked already, until the user wants to change it */
export function BasicsForm({ me, onDone, submitLabel, asksOnce = false }: StepProps & { asksOnce?: boolean }) {
  const [known, setKnown] = useState(() => (asksOnce ? findKnown(me) : null));
  const save = useUpdateMe();
  const form = useForm<BasicsInput>({
    resolver: zodResolver(schema),
    defaultValues: toFormValues(me),
    mode: 'onTouched',
  });
  const errors = form.formState.errors;
  const asksTerms = !hasAcceptedTerms(me);
  const submit = form.handleSubmit(({ terms: _, ...values }) => {
    const consents = asksTerms ? { consents: { terms_version: TERMS_VERSION } } : {};
    // Not awaited: what is tried again after a failure goes on, too.
    save.mutate({ ...values, work: values.work || null, ...consents }, { onSuccess: onDone });
  });

  function showFields() {
    // The button that had the focus is gone.
    flushSync(() => setKnown(null));
    form.setFocus('first_name');
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event).catch(() => {})} className="flex flex-col gap-7">
      {known ? (
        <p className="flex flex-wrap items-center justify-between gap-x-4">
          {COPY.known(known.name, known.age)}
          <Button variant="ghost" size="sm" onClick={showFields}>
            {COPY.change}
          </Button>
        </p>
      ) : (
        <div className="grid gap-5 sm:grid-cols-2">
          <Input
            label="First name"
            autoComplete="given-name"
            error={errors.first_name?.message}
            {...form.register('first_name')}
          />
          <Input
            label="Date of birth"
            type="date"
            error={errors.birth_date?.message}
            {...form.register('birth_date')}
          />
        </div>
      )}
      <Controller
        control={form.control}
        name="gender"
        render={({ field }) => (
          <RadioGroup
            label="I am a"
            columns={3}
            value={field.value ?? null}
            onChange={field.onChange}
            error={errors.gender?.message}
            options={GENDERS.map((value) => ({ value, label: GENDER_LABELS[value] }))}
          />
        )}
      />
      <Controller
        control={form.control}
        name="intent"
        render={({ field }) => (
          <RadioGroup
            label="I am looking for"
            columns={2}
            value={field.value ?? null}
            onChange={field.onChange}
            error={errors.intent?.message}
            options={INTENTS.map((value) => ({ value, ...INTENT_LABELS[value] }))}
          />
        )}
      />
      <Input
        label="Work"
        optional
        hint="Shown once you both unlock Glimpse."
        error={errors.work?.message}
        {...form.register('work')}
      />
      <Controller
        control={form.control}
        name="interests"
        render={({ field }) => <InterestsField value={field.value} onChange={field.onChange} />}
      />
      {asksTerms && (
        <Controller
          control={form.control}
          name="terms"
          render={({ field }) => (
            <TermsCheckbox checked={field.value} onChange={field.onChange} error={errors.terms?.message} />
          )}
        />
      )}
      <StepActions busy={save.isPending} label={submitLabel} />
    </form>
  );
}
