import { zodResolver } from '@hookform/resolvers/zod';
import type { FormEvent } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '../../../ui/button.tsx';
import { Input } from '../../../ui/input.tsx';
import { completeExpiry, groupCardNumber } from '../subscription.rules.ts';

const schema = z
  .object({
    number: z.string().regex(/^[\d ]{12,23}$/, 'Please check the card number.'),
    expiry: z.string().regex(/^(0[1-9]|1[0-2]) ?\/ ?\d{2}$/, 'Please enter it as 08/30.'),
    cvc: z.string().regex(/^\d{3,4}$/, 'Please check the security code.'),
  })
  .transform(({ number, expiry, cvc }) => {
    const [month = '', year = ''] = expiry.split('/');
    return { number: number.trim(), exp_month: Number(month), exp_year: 2000 + Number(year), cvc };
  });
export type Card = z.output<typeof schema>;

interface CardFormProps {
  busy: boolean;
  submitLabel: string;
  onSubmit: (card: Card) => void;
  /** Why the last payment failed. */
  failure?: string | undefined;
}

/** Formats what is typed at the end of a field; elsewhere it would move the cursor. */
function formatWhileTyping(format: (text: string) => string) {
  return ({ currentTarget: input, nativeEvent }: FormEvent<HTMLInputElement>) => {
    const isDeleting = (nativeEvent as InputEvent).inputType?.startsWith('delete');
    if (!isDeleting && input.selectionStart === input.value.length) input.value = format(input.value);
  };
}

export function PaymentFailure({ children }: { children: string }) {
  return (
    <p role="alert" className="text-sm text-bad">
      {children}
    </p>
  );
}

/** A card for the built-in test gateway. */
export function CardForm({ busy, submitLabel, onSubmit, failure }: CardFormProps) {
  const form = useForm<z.input<typeof schema>, unknown, Card>({
    resolver: zodResolver(schema),
    defaultValues: { number: '', expiry: '', cvc: '' },
    mode: 'onTouched',
  });
  const errors = form.formState.errors;
  return (
    <form noValidate onSubmit={form.handleSubmit(onSubmit)} className="flex flex-col gap-4">
      <Input
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="4242 4242 4242 4242"
        error={errors.number?.message}
        onInput={formatWhileTyping(groupCardNumber)}
        {...form.register('number')}
      />
      <div className="grid grid-cols-2 gap-4 max-[17rem]:grid-cols-1">
        <Input
          label="Expiry date"
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="08/30"
          error={errors.expiry?.message}
          onInput={formatWhileTyping(completeExpiry)}
          {...form.register('expiry')}
        />
        <Input
          label="Security code"
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="123"
          error={errors.cvc?.message}
          {...form.register('cvc')}
        />
      </div>
      {failure && <PaymentFailure>{failure}</PaymentFailure>}
      <Button type="submit" size="lg" block loading={busy}>
        {submitLabel}
      </Button>
    </form>
  );
}
