import { cx } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { useTitle } from '../../../lib/hooks/use-title.ts';
import { PAGES, type PageId } from '../../../lib/paths.ts';
import { Aura } from '../../../ui/aura/aura.tsx';
import { WELCOME_AURA } from '../../../ui/aura/welcome-aura.ts';

interface AuthFrameProps {
  page: PageId;
  /** The heading. */
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/** The layout of the pages for signing in and up: an aura on one side, the form on the other. */
export function AuthFrame({ page, title, lead, children }: AuthFrameProps) {
  useTitle(PAGES[page].title);
  return (
    <div className="screen-x relative isolate mx-auto grid w-full max-w-6xl items-center gap-10 py-10 max-lg:max-w-none max-lg:overflow-x-clip lg:min-h-[calc(100dvh-8rem)] lg:grid-cols-2 lg:gap-16">
      {/* In the corner behind the title; on wide screens in the middle of the window, beside a form of any height. */}
      <div
        aria-hidden
        className="grid place-items-center max-lg:absolute max-lg:-top-56 max-lg:-right-64 max-lg:-z-10 max-lg:w-120 max-lg:opacity-60 max-lg:[mask-image:linear-gradient(to_top_right,transparent_22%,black_62%)] lg:sticky lg:top-26 lg:mx-auto lg:h-[calc(100dvh-13rem)] lg:w-full lg:max-w-md lg:self-start"
      >
        <Aura aura={WELCOME_AURA} className="aspect-square w-full" />
      </div>
      <div
        // The sign-in grows when its scripts have loaded: its title stays where it is.
        className={cx(
          'mx-auto flex w-full max-w-md animate-rise flex-col gap-8',
          page === 'signIn' && 'lg:self-start lg:pt-[6dvh]',
        )}
      >
        <header className="flex flex-col gap-3">
          <h1 className="display text-4xl">{title}</h1>
          <p className="text-lg text-ink-soft">{lead}</p>
        </header>
        {children}
      </div>
    </div>
  );
}

/** Why a form was refused; screen readers announce it at once. */
export function FormRefusal({ error }: { error: string | null }) {
  if (!error) return null;
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-4 py-3 text-sm text-bad">
      {error}
    </p>
  );
}
