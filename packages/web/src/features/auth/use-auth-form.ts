import { zodResolver } from '@hookform/resolvers/zod';
import { useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { isRefusal } from './auth-refusal.ts';

/** A form with its schema. A field is checked when it is left, an empty one once the form was sent. A refusal is shown at the field it is about, otherwise above the form. */
export function useAuthForm<In extends FieldValues, Out>(
  schema: z.ZodType<Out, In>,
  defaultValues: DefaultValues<In>,
  submit: (values: Out) => Promise<void>,
) {
  const [refused, setRefused] = useState<string | null>(null);
  const wasSent = useRef(false);
  const check = zodResolver(schema);
  const form = useForm<In, unknown, Out>({ resolver: checkFilledIn, defaultValues, mode: 'onTouched' });

  async function checkFilledIn(...[values, context, options]: Parameters<typeof check>) {
    const result = await check(values, context, options);
    const [left, ...others] = options.names ?? [];
    // Going through an empty field with Tab is not a mistake.
    if (left && others.length === 0 && !wasSent.current && values[left] === '') delete result.errors[left];
    return result;
  }

  function showRefusal(error: unknown) {
    const field = isRefusal(error) ? error.field : null;
    const message = error instanceof Error ? error.message : String(error);
    if (field && field in form.getValues()) form.setError(field as Path<In>, { message }, { shouldFocus: true });
    else setRefused(message);
  }

  const running = useRef(false);
  const send = form.handleSubmit(async (values) => {
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
  const onSubmit: typeof send = (event) => {
    wasSent.current = true;
    return send(event);
  };
  return { form, onSubmit, refused, errors: form.formState.errors, busy: form.formState.isSubmitting };
}
