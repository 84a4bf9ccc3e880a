import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import type {
  PrerenderedPage,
  prerenderLoader as renderLoader,
  prerenderPages as renderPages,
} from '../src/app/visitor/prerender.tsx';
import { afterBuild } from './after-build.ts';

const ENTRY = 'src/app/visitor/prerender.tsx';
/** Relative to the built files. The server answers a path with the page of the same name. */
const PAGES_FOLDER = 'pages';
/** The server replaces it by the address of the site. */
const ORIGIN = '{{origin}}';

/** Writes every public page with its content, title and description, so that it can be read before and without scripts. */
export function prerenderPages(): Plugin {
  return afterBuild('prerender-pages', async (dist, root) => {
    const template = await readFile(path.join(dist, 'index.html'), 'utf8');
    const headline = await findFont(dist, 'normal');
    const italic = await findFont(dist, 'italic');
    const { loader, pages } = await render(root);
    await writeFile(path.join(dist, 'index.html'), withRoot(template, loader));
    for (const page of pages) {
      const fonts = page.path === '/' ? [headline, italic] : [headline];
      const file = path.join(dist, PAGES_FOLDER, `${page.path === '/' ? '/index' : page.path}.html`);
      await mkdir(path.dirname(file), { recursive: true });
      await writeFile(file, fill(template, page, fonts));
    }
  });
}

/** The address of the display font's latin file, which headlines are drawn with. */
async function findFont(dist: string, style: 'normal' | 'italic'): Promise<string> {
  const files: string[] = [];
  for await (const file of glob(`assets/fraunces-latin-full-${style}-*.woff2`, { cwd: dist })) files.push(file);
  if (files.length !== 1) throw new Error(`Expected one file of the ${style} display font, found ${files.length}.`);
  return `/${files[0]}`;
}

/** Builds the pages' components for Node and renders them. */
async function render(root: string): Promise<{ loader: string; pages: PrerenderedPage[] }> {
  const outDir = path.join(root, 'node_modules/.prerender');
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { ssr: ENTRY, outDir, emptyOutDir: true, copyPublicDir: false, target: 'node24' },
    ssr: { noExternal: true },
  });
  const module: { prerenderLoader: typeof renderLoader; prerenderPages: typeof renderPages } = await import(
    pathToFileURL(path.join(outDir, 'prerender.js')).href
  );
  const pages = await module.prerenderPages();
  await rm(outDir, { recursive: true });
  return { loader: module.prerenderLoader(), pages };
}

function fill(
  template: string,
  { path: pagePath, title, description, html }: PrerenderedPage,
  fonts: readonly string[],
): string {
  const url = `${ORIGIN}${pagePath}`;
  const head = [
    ...fonts.map((font) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin />`),
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('property', 'og:image', `${ORIGIN}/card.png`),
    meta('name', 'twitter:card', 'summary_large_image'),
    `<link rel="canonical" href="${url}" />`,
  ];
  const withoutHead = template
    .replace(/<title>[^<]*<\/title>\s*/, '')
    .replace(/<meta (?:name="description"|property="og:(?:title|description)")[^>]*>\s*/g, '')
    // A page that cannot do without scripts says so itself.
    .replace(/<noscript>[^<]*<\/noscript>\s*/, '');
  return withRoot(withoutHead, html).replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`);
}

/** The page with the content of its root element. */
function withRoot(page: string, html: string): string {
  return page.replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
