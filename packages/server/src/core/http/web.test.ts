import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testConfig } from '../../testing/test-config.ts';
import { createLogger } from '../ops/logger.ts';
import { buildHttp } from './http.ts';
import { pageOrNotFound, readPages, serveWeb } from './web.ts';

const INDEX =
  '<!doctype html><html data-trial="{{trial}}"><script>boot()</script><script src="/assets/a-1.js"></script>';
const PAGE = INDEX.replace('{{trial}}', 'no');
const SITE = 'https://soulsight.example';
const ABOUT = '<!doctype html><link rel="canonical" href="{{origin}}/about"><a href="mailto:hello@{{host}}">';
let dist: string;
let app: FastifyInstance;

beforeAll(async () => {
  dist = mkdtempSync(path.join(tmpdir(), 'soulsight-dist-'));
  mkdirSync(path.join(dist, 'assets'));
  mkdirSync(path.join(dist, 'pages', 'blog'), { recursive: true });
  writeFileSync(path.join(dist, 'index.html'), INDEX);
  writeFileSync(path.join(dist, 'pages', 'index.html'), '<!doctype html><h1>Landing</h1>');
  writeFileSync(path.join(dist, 'pages', 'about.html'), ABOUT);
  writeFileSync(path.join(dist, 'pages', 'blog', 'first.html'), '<!doctype html><h1>First</h1>');
  writeFileSync(path.join(dist, 'service-worker.js'), 'self.skip()');
  writeFileSync(path.join(dist, 'icon.svg'), '<svg/>');
  writeFileSync(path.join(dist, 'assets', 'a-1.js'), 'run()');
  writeFileSync(path.join(dist, 'assets', 'aura.worker-1.js'), 'draw()');
  const config = testConfig();
  const pages = readPages(SITE, false, dist);
  app = await buildHttp({
    config,
    log: createLogger(config),
    authenticate: () => Promise.reject(new Error('not used')),
    redis: null,
    rateLimits: false,
    checkResponses: true,
    indexHtml: pages.index,
    notFound: pageOrNotFound(pages),
  });
  await serveWeb(app, SITE, dist);
});
afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true, force: true });
});

it.each(['/chat/3f0c', '/login?next=%2Fchat', '/api', '/nonsense'])(
  '%s serves the index page without caching',
  async (url) => {
    const raw = await app.inject(url);
    expect([raw.statusCode, raw.body]).toEqual([200, PAGE]);
    expect(raw.headers['cache-control']).toBe('no-cache');
  },
);

it.each([
  ['/', '<!doctype html><h1>Landing</h1>'],
  ['/?from=mail', '<!doctype html><h1>Landing</h1>'],
  [
    '/about',
    '<!doctype html><link rel="canonical" href="https://soulsight.example/about"><a href="mailto:hello@soulsight.example">',
  ],
  ['/blog/first', '<!doctype html><h1>First</h1>'],
])('%s is prerendered, with the address of the site', async (url, html) => {
  const raw = await app.inject(url);
  expect([raw.statusCode, raw.body]).toEqual([200, html]);
  expect(raw.headers['cache-control']).toBe('no-cache');
  expect(raw.headers['content-type']).toBe('text/html; charset=utf-8');
});

it('lists the prerendered pages for search engines', async () => {
  const sitemap = await app.inject('/sitemap.xml');
  expect(sitemap.body.match(/<loc>[^<]+/g)).toEqual([
    '<loc>https://soulsight.example/about',
    '<loc>https://soulsight.example/blog/first',
    '<loc>https://soulsight.example/',
  ]);
  expect((await app.inject('/robots.txt')).body).toContain('Sitemap: https://soulsight.example/sitemap.xml');
});

it.each([
  ['/assets/a-1.js', 'public, max-age=31536000, immutable'],
  ['/icon.svg', 'public, max-age=86400'],
])('%s is cached: %s', async (url, cacheControl) => {
  expect((await app.inject(url)).headers['cache-control']).toBe(cacheControl);
});

it.each([
  ['/assets/a-1.js', false],
  ['/assets/aura.worker-1.js', true],
  ['/service-worker.js', true],
  ['/login', true],
])('%s has the headers of documents and workers: %s', async (url, hasThem) => {
  const { headers } = await app.inject(url);
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(['content-security-policy', 'permissions-policy', 'x-frame-options'].map((name) => name in headers)).toEqual(
    Array(3).fill(hasThem),
  );
});

it('a page changes only with the policy that allows its scripts: at the next start', async () => {
  const before = await app.inject('/login');
  writeFileSync(path.join(dist, 'index.html'), PAGE.replace('boot()', 'boot(2)'));
  expect((await app.inject('/login')).body).toBe(before.body);
  writeFileSync(path.join(dist, 'index.html'), INDEX);
});

it('[4.10] the service worker is not cached, so that browsers find a new version', async () => {
  const raw = await app.inject('/service-worker.js');
  expect([raw.body, raw.headers['cache-control']]).toEqual(['self.skip()', 'no-cache']);
  expect(raw.headers['content-type']).toContain('javascript');
});

it.each([
  '/assets/gone.js',
  '/gone.png',
  '/api/x',
  '/auth/v1x',
  '/ws/x',
  '/health/x',
  '/rest/v1/people',
  '/storage/v1/object/a',
  '/functions/v1/a',
  '/realtime/v1/websocket',
])('%s is not answered with a page', async (url) => {
  const raw = await app.inject(url);
  expect([raw.statusCode, raw.json().code]).toEqual([404, 'not_found']);
});

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

it.each(['/about.html', '/blog/notes.txt', '/index.php?a=1', '/auth', '/auth/callback', '/metrics/x'])(
  '[2.14] a browser that opens %s gets the application, which says that there is no such page',
  async (url) => {
    const raw = await app.inject({ url, headers: BROWSER });
    expect([raw.statusCode, raw.body]).toEqual([404, PAGE]);
    expect(raw.headers['content-security-policy']).toContain('script-src');
    expect((await app.inject({ url, headers: { accept: '*/*' } })).json().code).toBe('not_found');
  },
);

it.each(['/assets/gone.js', '/api/x', '/auth/v1/x', '/rest/v1/people'])(
  '%s is never answered with a page',
  async (url) => {
    expect((await app.inject({ url, headers: BROWSER })).json().code).toBe('not_found');
  },
);

it('pages accept only GET and HEAD', async () => {
  expect((await app.inject({ method: 'POST', url: '/chat' })).statusCode).toBe(404);
});

it('the policy allows the page’s own inline script and no other', async () => {
  const policy = String((await app.inject('/')).headers['content-security-policy']);
  expect(policy).toMatch(/script-src 'self' 'sha256-[A-Za-z0-9+/]{43}='(;|$)/);
});

it('only the pages of an installation to try out say so', () => {
  expect(readPages(SITE, true, dist).index).toContain('data-trial="yes"');
  expect(readPages(SITE, false, dist).index).toContain('data-trial="no"');
});
