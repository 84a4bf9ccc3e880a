import { NEWSLETTER_DELAY_MS, NEWSLETTER_RESET_MS } from '@soulsight/contract/limits';
import { useEffect, useState } from 'react';
import { toast } from '../../lib/toast.ts';
import { NEWSLETTER_COPY } from './footer.copy.ts';

export type NewsletterState = 'idle' | 'loading' | 'success' | 'error';

const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** The state of the newsletter form. Submission is simulated: nothing is sent. */
export function useNewsletter(): { state: NewsletterState; submit: (email: string) => void; edit: () => void } {
  const [state, setState] = useState<NewsletterState>('idle');

  useEffect(() => {
    if (state === 'loading') {
      const timer = setTimeout(() => {
        setState('success');
        toast.success(NEWSLETTER_COPY.done);
      }, NEWSLETTER_DELAY_MS);
      return () => clearTimeout(timer);
    }
    if (state === 'success') {
      const timer = setTimeout(() => setState('idle'), NEWSLETTER_RESET_MS);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [state]);

  function submit(email: string): void {
    if (state === 'loading') return;
    if (EMAIL_PATTERN.test(email)) {
      setState('loading');
      return;
    }
    setState('error');
    toast.error(NEWSLETTER_COPY.invalid);
  }

  return { state, submit, edit: () => setState((was) => (was === 'error' ? 'idle' : was)) };
}
