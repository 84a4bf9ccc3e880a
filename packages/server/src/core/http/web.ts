import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFoundBody } from './errors.ts';

/** The built web app. */
const WEB_DIST = path.resolve(import.meta.dirname, '../../../../web/dist');

const HASHED_MAX_AGE_S = 31_536_000;
const ICON_MAX_AGE_S = 86_400;
/** Paths for programs, which are never answered with a page. `/api` itself is a page: the API reference. */
const NO_PAGE = /^\/(api\/|(auth|rest|storage|functions|realtime)\/v1(\/|$)|assets(\/|$))/;
/** Paths that are not screens: programs and links to files ask for them, and people by mistake. */
const NO_SCREEN = /^\/(auth|ws|dev|health|metrics)(\/|$)|\.[a-z0-9]{2,12}$/i;

/** The headers of a page; a script, style or font is not a document. */
const DOCUMENT_HEADERS = [
  'content-security-policy',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
  'origin-agent-cluster',
  'cross-origin-opener-policy',
];
/** Workers have a policy of their own, which comes with their script. */
const WORKER = /worker/;

/** The pages of the built web app, read once: the content security policy allows the inline scripts of these versions only. */
export interface WebPages {
  /** For every path that may be a screen; empty when the web app is not built. */
  index: string;
  /** The prerendered pages by path, with the address of the site. */
  prerendered: ReadonlyMap<string, string>;
}

/**
 * Reads the pages. The build leaves words for the server to fill in: the site's origin and its host, and whether this is an
 * installation to try out.
 */
export function readPages(publicUrl: string, isTrial: boolean, dist = WEB_DIST): WebPages {
  if (!isBuilt(dist)) return { index: '', prerendered: new Map() };
  const { hostname } = new URL(publicUrl);
  const words = { origin: publicUrl, host: hostname, trial: isTrial ? 'yes' : 'no' };
  const fill = (html: string) =>
    Object.entries(words).reduce((filled, [word, value]) => filled.replaceAll(`{{${word}}}`, value), html);
  return {
    index: fill(readFileSync(path.join(dist, 'index.html'), 'utf8')),
    prerendered: new Map([...listPages(dist)].map(([page, file]) => [page, fill(readFileSync(file, 'utf8'))])),
  };
}

function cacheControl(name: string): string {
  if (name.startsWith('assets/')) return `public, max-age=${HASHED_MAX_AGE_S}, immutable`;
  if (/\.(png|svg|ico|woff2|webp|jpg)$/.test(name)) return `public, max-age=${ICON_MAX_AGE_S}`;
  return 'no-cache';
}

function isBuilt(dist = WEB_DIST): boolean {
  return existsSync(path.join(dist, 'index.html'));
}

/** Serves the files of the web app, and what search engines ask for. */
export async function serveWeb(app: FastifyInstance, publicUrl: string, dist = WEB_DIST): Promise<void> {
  if (!isBuilt(dist)) return;
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: true,
    // `/` is a page like the others.
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const name = path.relative(dist, file.replace(/\.(br|gz)$/, '')).replaceAll('\\', '/');
      reply.header('cache-control', cacheControl(name));
      if (name.startsWith('assets/') && !WORKER.test(name))
        for (const header of DOCUMENT_HEADERS) reply.removeHeader(header);
    },
  });
  app.get('/', (_request, reply) => reply.callNotFound());
  const locations = [...listPages(dist).keys()].map((page) => `<url><loc>${publicUrl}${page}</loc></url>`);
  const sitemap = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${locations.join('')}</urlset>\n`;
  app.get('/sitemap.xml', (_request, reply) => reply.type('application/xml; charset=utf-8').send(sitemap));
  const robots = `User-agent: *\nDisallow: /api/\nDisallow: /auth/\nSitemap: ${publicUrl}/sitemap.xml\n`;
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(robots));
}

/** The files of the prerendered pages by path. */
function listPages(dist: string): Map<string, string> {
  const folder = path.join(dist, 'pages');
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'));
  return new Map(
    files.sort().map((file) => {
      const name = file.replaceAll('\\', '/').replace(/\.html$/, '');
      return [name === 'index' ? '/' : `/${name}`, path.join(folder, file)];
    }),
  );
}

/**
 * Handles requests that no route matches: a prerendered page, the web app's index page for any other path that may be a
 * screen, otherwise 404. A browser that wants to show the answer gets the index page with it, which says that there is no such page.
 */
export function pageOrNotFound({ index, prerendered }: WebPages) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const pathname = request.url.split('?', 1)[0] ?? '/';
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    if (!index || !wantsPage || NO_PAGE.test(pathname)) return reply.code(404).send(notFoundBody());
    if (NO_SCREEN.test(pathname)) {
      if (!request.headers.accept?.includes('text/html')) return reply.code(404).send(notFoundBody());
      reply.code(404);
    }
    const page = prerendered.get(pathname) ?? index;
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  };
}
