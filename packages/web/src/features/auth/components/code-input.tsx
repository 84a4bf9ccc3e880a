import type { ComponentProps } from 'react';
import { Input } from '../../../ui/input.tsx';

const DIGITS = 6;

type CodeInputProps = ComponentProps<typeof Input> & {
  /** Called as soon as six digits are entered. */
  onComplete?: () => void;
};

/** An input for six digits from an email, a text message or an app. */
export function CodeInput({ onComplete, onChange, ...rest }: CodeInputProps) {
  return (
    <Input
      inputMode="numeric"
      autoComplete="one-time-code"
      // A pasted code may contain a space.
      maxLength={DIGITS + 1}
      {...rest}
      onChange={(event) => {
        onChange?.(event);
        if (event.target.value.replace(/\s/g, '').length === DIGITS) onComplete?.();
      }}
    />
  );
}
