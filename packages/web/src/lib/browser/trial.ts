import { useBrowserValue } from '../hooks/use-browser-value.ts';

const isTrial = () => document.documentElement.dataset.trial === 'yes';

/** Whether this is an installation to try out: its server says so in the page. */
export function useTrial(): boolean {
  return useBrowserValue(isTrial, false);
}
