import { Check } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTypedBefore } from '../../lib/hooks/use-typed-before.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { NEWSLETTER_COPY } from './footer.copy.ts';
import { useNewsletter } from './use-newsletter.ts';

export function NewsletterBox() {
  const [email, setEmail] = useState('');
  const { state, submit, edit } = useNewsletter();
  const form = useRef<HTMLFormElement>(null);
  useTypedBefore(form, (typed) => setEmail(String(typed.email)));

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    submit(email);
  }

  return (
    <form ref={form} noValidate onSubmit={onSubmit} data-state={state} className="flex flex-col gap-3">
      <p className="display text-xl">{NEWSLETTER_COPY.title}</p>
      <p className="text-sm text-ink-soft">{NEWSLETTER_COPY.lead}</p>
      <div className="flex flex-wrap items-start gap-2">
        <Input
          className="min-w-0 grow basis-32"
          type="email"
          name="email"
          autoComplete="email"
          label={NEWSLETTER_COPY.label}
          hideLabel
          placeholder={NEWSLETTER_COPY.placeholder}
          value={email}
          onChange={(event) => {
            setEmail(event.target.value);
            edit();
          }}
          error={state === 'error' ? NEWSLETTER_COPY.invalid : undefined}
        />
        <Button type="submit" variant="secondary" loading={state === 'loading'}>
          {NEWSLETTER_COPY.submit}
        </Button>
      </div>
      {state === 'success' && (
        <p role="status" className="flex items-center gap-1.5 text-sm text-good">
          <Check aria-hidden className="size-4" />
          {NEWSLETTER_COPY.done}
        </p>
      )}
    </form>
  );
}
