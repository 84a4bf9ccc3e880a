import { type RefObject, useEffect, useEffectEvent } from 'react';

/**
 * Adopts what was typed into the named fields of a prerendered form before its scripts had loaded: hydration leaves it in the fields, but
 * the next render would replace it by the state.
 */
export function useTypedBefore(
  form: RefObject<HTMLFormElement | null>,
  adopt: (typed: Record<string, FormDataEntryValue>) => void,
): void {
  const onMount = useEffectEvent(() => form.current && adopt(Object.fromEntries(new FormData(form.current))));
  useEffect(() => void onMount(), []);
}
