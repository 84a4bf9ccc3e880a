import { PRODUCT_NAME } from '@soulsight/contract/product';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerenderToNodeStream } from 'react-dom/static';
import { POSTS } from '../../features/info/posts.tsx';
import { PAGES, postPath } from '../../lib/paths.ts';
import { FullScreenLoader } from '../../ui/loaders/full-screen-loader.tsx';
import { LOADER_COPY } from '../../ui/loaders/loader.copy.ts';
import { PUBLIC_PAGE_IDS, PUBLIC_SCREENS, type PublicPageId } from '../router/public-pages.ts';
import { PAGE_DESCRIPTIONS } from './page-descriptions.ts';
import { VisitorApp } from './visitor-app.tsx';

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

/** Renders every public page as a visitor sees it before any script runs. Called by the build. */
export async function prerenderPages(): Promise<PrerenderedPage[]> {
  const ids = PUBLIC_PAGE_IDS.filter((id) => id !== 'post');
  const pages = ids.map((id) => render(id, PAGES[id].path, PAGES[id].title, PAGE_DESCRIPTIONS[id]));
  const posts = POSTS.map(({ slug, title, lead }) => render('post', postPath(slug), title, lead));
  return Promise.all([...pages, ...posts]);
}

async function render(id: PublicPageId, path: string, title: string, description: string): Promise<PrerenderedPage> {
  const Screen = await PUBLIC_SCREENS[id]();
  const { prelude } = await prerenderToNodeStream(<VisitorApp Screen={Screen} pathname={path} />);
  const chunks: Buffer[] = [];
  for await (const chunk of prelude) chunks.push(Buffer.from(chunk as Uint8Array));
  return { path, title: `${title} · ${PRODUCT_NAME}`, description, html: Buffer.concat(chunks).toString() };
}
