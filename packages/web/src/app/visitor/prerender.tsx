import { PRODUCT_NAME } from '@soulsight/contract/product';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerenderToNodeStream } from 'react-dom/static';
import { SignInShell } from '../../features/auth/sign-in/sign-in-shell.tsx';
import { POSTS } from '../../features/info/posts.tsx';
import { PAGES, postPath } from '../../lib/paths.ts';
import { FullScreenLoader } from '../../ui/loaders/full-screen-loader.tsx';
import { LOADER_COPY } from '../../ui/loaders/loader.copy.ts';
import { PUBLIC_PAGE_IDS, PUBLIC_SCREENS, type PublicPageId, type PublicScreen } from '../router/public-pages.ts';
import { VisitorApp } from './visitor-app.tsx';

const SIGN_IN_DESCRIPTION = 'Sign in to Soulsight and pick up your conversations.';

export interface PrerenderedPage {
  path: string;
  title: string;
  description: string;
  /** The content of the page's root element. */
  html: string;
}

/** The loading screen of every other page, shown until its scripts have loaded. */
export function prerenderLoader(): string {
  return renderToStaticMarkup(
    <div data-loader="">
      <FullScreenLoader message={LOADER_COPY.initialising} />
    </div>,
  );
}

/** What only visitors see; where the page has found a session before its first paint (index.html), there is the loading screen. */
function forVisitors(html: string): string {
  return `<div class="in-data-session:hidden">${html}</div><div class="hidden in-data-session:block">${prerenderLoader()}</div>`;
}

/** Renders every public page, and the sign-in, as a visitor sees it before any script runs. Called by the build. */
export async function prerenderPages(): Promise<PrerenderedPage[]> {
  const ids = PUBLIC_PAGE_IDS.filter((id) => id !== 'post');
  const pages = ids.map(async (id) => {
    const { description } = (await PUBLIC_SCREENS[id]()) as PublicScreen;
    return render(id, PAGES[id].path, PAGES[id].title, description);
  });
  const posts = POSTS.map(({ slug, title, lead }) => render('post', postPath(slug), title, lead));
  return Promise.all([...pages, ...posts, renderSignIn()]);
}

async function render(id: PublicPageId, path: string, title: string, description: string): Promise<PrerenderedPage> {
  const Screen = await PUBLIC_SCREENS[id]();
  // Rendered by itself, as the browser takes it over: ids depend on what is around them.
  const page = await toHtml(<VisitorApp Screen={Screen} pathname={path} />);
  const html = forVisitors(`<div data-visitor="">${page}</div>`);
  return { path, title: `${title} · ${PRODUCT_NAME}`, description, html };
}

/** As a loading screen of its own kind: the whole application takes its place. */
async function renderSignIn(): Promise<PrerenderedPage> {
  const { path, title } = PAGES.signIn;
  const html = await toHtml(
    <div data-loader="sign-in">
      <VisitorApp Screen={SignInShell} pathname={path} isShell />
    </div>,
  );
  return { path, title: `${title} · ${PRODUCT_NAME}`, description: SIGN_IN_DESCRIPTION, html: forVisitors(html) };
}

async function toHtml(page: ReactNode): Promise<string> {
  const { prelude } = await prerenderToNodeStream(page);
  const chunks: Buffer[] = [];
  for await (const chunk of prelude) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString();
}
