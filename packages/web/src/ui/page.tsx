import { cx } from 'class-variance-authority';
import { type ReactNode, useEffect, useState } from 'react';
import { isFirstScreen, markScreenSeen } from '../lib/browser/first-screen.ts';
import { useTitle } from '../lib/hooks/use-title.ts';

export interface PageHeaderProps {
  title: ReactNode;
  /** One sentence below the title. */
  lead?: ReactNode;
  actions?: ReactNode;
}

export function PageHeader({ title, lead, actions }: PageHeaderProps) {
  return (
    <header className="mb-8 flex flex-wrap items-end justify-between gap-4 sm:flex-nowrap low:mb-5">
      <div className="flex max-w-2xl flex-col gap-2">
        <h1 className="display text-3xl">{title}</h1>
        {lead && <p className="text-lg text-ink-soft">{lead}</p>}
      </div>
      {actions && <div className="flex flex-wrap gap-3 sm:shrink-0">{actions}</div>}
    </header>
  );
}

const WIDTHS = { narrow: 'lg:max-w-2xl', normal: 'max-w-5xl', wide: 'max-w-7xl' };

export interface PageProps {
  /** Title of the browser's tab. */
  title: string;
  width?: keyof typeof WIDTHS;
  children: ReactNode;
  className?: string;
}

/** The layout of a screen inside the shell: width, spacing and the tab's title. */
export function Page({ title, width = 'normal', children, className }: PageProps) {
  useTitle(title);
  const [fadesIn] = useState(() => !isFirstScreen());
  useEffect(markScreenSeen, []);
  return (
    <div
      className={cx(
        'screen-x mx-auto w-full py-8 sm:py-12 low:py-5',
        fadesIn && 'animate-fade',
        WIDTHS[width],
        className,
      )}
    >
      {children}
    </div>
  );
}
