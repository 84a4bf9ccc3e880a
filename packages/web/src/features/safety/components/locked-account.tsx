import type { ReactNode } from 'react';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { Sanctions } from './sanctions.tsx';

/** For a user whom a moderator has suspended or banned: why, until when, and how to appeal. */
export function LockedAccount({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-6 screen-x py-8 sm:py-12">
      <h1 className="display text-3xl">Your account is locked</h1>
      <p className="text-ink-soft">
        A moderator locked it, so you can't meet or write to anyone for now. Here is why. If we got it wrong, tell us:
        another moderator will look at it.
      </p>
      <Sanctions loading={<TextSkeleton lines={3} />} />
      {children}
    </div>
  );
}
