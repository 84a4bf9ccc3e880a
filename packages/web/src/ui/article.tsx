import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useTitle } from '../lib/hooks/use-title.ts';
import { Aura } from './aura/aura.tsx';
import { pageAura } from './aura/page-aura.ts';

export interface ArticleProps {
  title: string;
  lead: ReactNode;
  /** Shown below the lead, such as a date. */
  note?: ReactNode;
  children: ReactNode;
}

/** A page of text, with an aura generated from its title. */
export function Article({ title, lead, note, children }: ArticleProps) {
  useTitle(title);
  useAnchor();
  return (
    <article className="relative isolate overflow-x-clip">
      {/* Below `lg` its bright middle is at the edge, above the lead, so that no words lie on it. */}
      <div
        aria-hidden
        className="absolute -top-48 -right-60 -z-10 w-120 max-w-none md:-top-64 md:-right-84 md:w-168 opacity-60 [mask-image:linear-gradient(to_top_right,transparent_22%,black_62%)] lg:-top-36 lg:-right-36"
      >
        <Aura aura={pageAura(title)} className="block w-full" />
      </div>
      <div className="screen-x mx-auto flex max-w-5xl flex-col gap-16 py-14 md:py-24">
        <header className="flex max-w-2xl flex-col gap-5">
          <h1 className="display text-4xl">{title}</h1>
          <p className="text-lg text-ink-soft">{lead}</p>
          {note && (
            <p className="text-sm text-ink-faint" suppressHydrationWarning>
              {note}
            </p>
          )}
        </header>
        <div className="flex flex-col gap-14">{children}</div>
      </div>
    </article>
  );
}

/** A section of an article; on wide screens the heading is beside the text. */
export function Section({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="grid gap-x-12 gap-y-4 border-t border-line pt-8 lg:grid-cols-[1fr_2.2fr]">
      <h2 className="display text-2xl">{title}</h2>
      <div className="prose max-w-2xl">{children}</div>
    </section>
  );
}

/** Scrolls to the section named in the address once the page is rendered. */
function useAnchor(): void {
  useEffect(() => {
    const scroll = () => document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
    scroll();
    window.addEventListener('hashchange', scroll);
    return () => window.removeEventListener('hashchange', scroll);
  }, []);
}
