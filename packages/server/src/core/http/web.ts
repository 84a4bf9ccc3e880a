import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFoundBody } from './errors.ts';

/** The built web app. */
const WEB_DIST = path.resolve(import.meta.dirname, '../../../../web/dist');

const HASHED_MAX_AGE_S = 31_536_000;
const ICON_MAX_AGE_S = 86_400;
/** Paths for programs, which are never answered with a page. `/api` itself is a page: the API reference. */
const NO_PAGE = /^\/(api\/|(rest|storage|functions|realtime)\/v1(\/|$)|(auth|ws|dev|health|metrics|assets)(\/|$))/;

export function readIndexHtml(dist = WEB_DIST): string {
  const file = path.join(dist, 'index.html');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

function cacheControl(file: string, dist: string): string {
  const name = path.relative(dist, file).replaceAll('\\', '/');
  if (name.startsWith('assets/')) return `public, max-age=${HASHED_MAX_AGE_S}, immutable`;
  if (/\.(png|svg|ico|woff2|webp|jpg)$/.test(name)) return `public, max-age=${ICON_MAX_AGE_S}`;
  return 'no-cache';
}

function isBuilt(dist = WEB_DIST): boolean {
  return existsSync(path.join(dist, 'index.html'));
}

/** Serves the files of the web app. */
export async function serveWeb(app: FastifyInstance, dist = WEB_DIST): Promise<void> {
  if (!isBuilt(dist)) return;
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: true,
    index: ['index.html'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.header('cache-control', cacheControl(file.replace(/\.(br|gz)$/, ''), dist));
    },
  });
}

/** Handles requests that no route matches: the web app's index page for a path that may be a screen, otherwise 404. */
export function pageOrNotFound(dist = WEB_DIST) {
  const built = isBuilt(dist);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const pathname = request.url.split('?', 1)[0] ?? '/';
    const wantsPage = request.method === 'GET' || request.method === 'HEAD';
    const isFile = /\.[a-z0-9]{2,12}$/i.test(pathname);
    if (!built || !wantsPage || isFile || NO_PAGE.test(pathname)) return reply.code(404).send(notFoundBody());
    const page = await readFile(path.join(dist, 'index.html'));
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  };
}
