import { Button } from '../../../ui/button.tsx';
import type { ProfileState } from '../bgp.hooks.ts';

/** What could not be fetched of the profile, and how to fetch it again. */
export type Missing = Pick<ProfileState, 'retry' | 'retrying'>;

/** In place of a list that could not be fetched. */
export function NotLoaded({ retry, retrying }: Missing) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-ink-soft">This couldn't be loaded.</p>
      <Button variant="secondary" size="sm" loading={retrying} onClick={retry}>
        Try Again
      </Button>
    </div>
  );
}
