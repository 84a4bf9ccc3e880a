import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { isRefusal } from './auth-refusal.ts';

/** A form with its schema. A refusal is shown at the field it is about, otherwise above the form. */
export function useAuthForm<In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
  defaultValues: DefaultValues<In>,
  submit: (values: Out) => Promise<void>,
) {
  const [refused, setRefused] = useState<string | null>(null);
  const form = useForm<In, unknown, Out>({ resolver: zodResolver(schema), defaultValues, mode: 'onTouched' });

  function showRefusal(error: unknown) {
    const field = isRefusal(error) ? error.field : null;
    const message = error instanceof Error ? error.message : String(error);
    if (field && field in form.getValues()) form.setError(field as Path<In>, { message }, { shouldFocus: true });
    else setRefused(message);
  }

  const running = useRef(false);
  const onSubmit = form.handleSubmit(async (values) => {
    // A complete code submits itself; pressing Enter right after that must not submit it twice.
    if (running.current) return;
    running.current = true;
    setRefused(null);
    try {
      await submit(values);
    } catch (error) {
      showRefusal(error);
    } finally {
      running.current = false;
    }
  });
  return { form, onSubmit, refused, errors: form.formState.errors, busy: form.formState.isSubmitting };
}
