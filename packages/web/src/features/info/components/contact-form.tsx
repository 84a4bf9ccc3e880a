import { INQUIRY_MAX_CHARS } from '@soulsight/contract/limits';
import { INQUIRY_TOPICS } from '@soulsight/contract/safety';
import { Check } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { isApiError } from '../../../lib/api/api-error.ts';
import { reportApiError } from '../../../lib/errors/report-api-error.ts';
import { useTypedBefore } from '../../../lib/hooks/use-typed-before.ts';
import { INQUIRY_TOPIC_LABELS } from '../../../lib/inquiry-topics.ts';
import { useSession } from '../../../lib/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Input, Select, Textarea } from '../../../ui/input.tsx';
import type { InquiryDraft } from '../contact.api.ts';

const TOPICS = INQUIRY_TOPICS.map((value) => ({ value, label: INQUIRY_TOPIC_LABELS[value] }));

/** A message to the team, from a visitor or a user. */
export function ContactForm() {
  const session = useSession();
  const own = session.status === 'signed_in' ? session.user.email : '';
  const [draft, setDraft] = useState<InquiryDraft>({ topic: 'support', email: own, text: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [state, setState] = useState<'idle' | 'sending' | 'sent'>('idle');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);
  const change = (part: Partial<InquiryDraft>) => setDraft((was) => ({ ...was, ...part }));
  useTypedBefore(form, change);

  async function send(): Promise<void> {
    setState('sending');
    setErrors({});
    try {
      // Most visitors only read, and the page is also rendered without a browser.
      const { sendInquiry } = await import('../contact.api.ts');
      await sendInquiry(draft);
      setState('sent');
    } catch (error) {
      setState('idle');
      const fields = isApiError(error) ? error.fields : {};
      setErrors(fields);
      if (Object.keys(fields).length === 0) reportApiError(error, { retry: () => void send() });
    }
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    void send();
  }

  if (state === 'sent') return <Sent email={draft.email} />;
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="not-prose flex flex-col gap-5">
      <div className="grid gap-5 sm:max-md:grid-cols-2 lg:grid-cols-2">
        <Select
          label="About"
          name="topic"
          options={TOPICS}
          value={draft.topic}
          onChange={(event) => change({ topic: event.target.value as InquiryDraft['topic'] })}
        />
        <Input
          label="Your email"
          name="email"
          type="email"
          autoComplete="email"
          value={draft.email}
          onChange={(event) => change({ email: event.target.value })}
          error={errors.email}
        />
      </div>
      <Textarea
        label="Your message"
        name="text"
        rows={5}
        maxLength={INQUIRY_MAX_CHARS}
        value={draft.text}
        onChange={(event) => change({ text: event.target.value })}
        error={errors.text}
      />
      <Button type="submit" className="self-start" loading={state === 'sending'}>
        Send
      </Button>
    </form>
  );
}

function Sent({ email }: { email: string }) {
  return (
    <div
      role="status"
      className="not-prose flex items-start gap-3 rounded-xl bg-surface p-6 ring-1 ring-line ring-inset"
    >
      <Check aria-hidden className="mt-1 size-5 shrink-0 text-good" />
      <p className="min-w-0 break-words">
        Thank you. Your message has arrived, and a person will answer you at {email}.
      </p>
    </div>
  );
}
