import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { START_REQUESTS } from '../src/app/boot/start-requests.ts';
import { SIGNED_IN_SCREENS } from './screens.ts';

/** The scripts load after this time even if the browser does not say that the page was painted. */
const PAINTED_WITHIN_MS = 500;
/** A token that ends sooner is refreshed first. */
const FRESH_FOR_SECONDS = 120;
/** A request without an answer by then is made again by the application. On a slow line all share it with the scripts. */
const REQUEST_TIMEOUT_MS = 20_000;
/** The application waits for this one before anything else. */
const HEALTH_TIMEOUT_MS = 8_000;
/** What the page has requested is forgotten if nobody took it until then. */
const STARTED_FOR_MS = 30_000;
/** After a reload because a script was missing, there is no other one in this time. */
const RELOAD_EVERY_MS = 60_000;
/** A server that does not answer in this time is as good as away. */
const ANSWERS_WITHIN_MS = 3_000;
const RELOADED = JSON.stringify('soulsight.reloaded');
const NOT_LOADED = 'This page could not be loaded completely. Please check your connection, then refresh it.';
const APP = '/src/app/app.tsx';
const ENTRY = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/;
const PRELOAD = /\s*<link rel="modulepreload" crossorigin href="([^"]+)">/g;
const ICON = /<link rel="icon" href="\/icon\.svg"[^>]*>/;
const STYLES = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/;

/**
 * Lets a page be painted before its scripts run: its styles and its icon are part of it, and a few lines of script load the others once it
 * is painted. Where a session is stored, they fetch the application's and the screen's scripts at once instead of when the entry asks for
 * them, and make the first requests of the application meanwhile.
 */
export function paintFirst(): Plugin {
  let icon = '';
  return {
    name: 'paint-first',
    apply: 'build',
    configResolved({ publicDir }) {
      icon = `data:image/svg+xml,${encodeURIComponent(readFileSync(path.join(publicDir, 'icon.svg'), 'utf8').replaceAll(/>\s+/g, '>'))}`;
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const entry = ENTRY.exec(html)?.[1];
        if (!entry) throw new Error('The page has no entry script.');
        const start = largestFirst(bundle, [entry, ...[...html.matchAll(PRELOAD)].map(([, href]) => String(href))]);
        const known = new Set(start);
        const app = largestFirst(bundle, listFiles(bundle, APP, known));
        const screens = SIGNED_IN_SCREENS.map(({ path, module }): [string, string[]] => [
          path,
          listFiles(bundle, `/src/${module}`, new Set([...known, ...app])),
        ]);
        return html
          .replace(ENTRY, '')
          .replaceAll(PRELOAD, '')
          .replace(ICON, () => `<link rel="icon" href="${icon}" type="image/svg+xml" />`)
          .replace(STYLES, (_, file: string) => takeStyles(bundle, file))
          .replace('</body>', () => `  <script>${loader({ entry, start, app, screens })}</script>\n  </body>`);
      },
    },
  };
}

/**
 * The styles as a part of the page instead of a file. Vite loads the styles of a script's chunk before the script, unless the page links
 * them: a disabled link loads nothing.
 */
function takeStyles(bundle: Rolldown.OutputBundle, fileName: string): string {
  const file = bundle[fileName];
  if (file?.type !== 'asset') throw new Error(`The page links ${fileName}, which is not built.`);
  delete bundle[fileName];
  const styles = typeof file.source === 'string' ? file.source : new TextDecoder().decode(file.source);
  return `<style>${styles}</style>\n    <link rel="stylesheet" disabled href="/${fileName}">`;
}

/** The scripts of a module with all that it imports, without those that load anyway. */
function listFiles(bundle: Rolldown.OutputBundle, module: string, known: ReadonlySet<string>): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const first = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
  if (!first) throw new Error(`${module} is in no chunk.`);
  const files = new Set<string>();
  const add = (fileName: string) => {
    const path = `/${fileName}`;
    if (known.has(path) || files.has(path)) return;
    files.add(path);
    for (const name of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) add(name);
  };
  add(first.fileName);
  return [...files];
}

function largestFirst(bundle: Rolldown.OutputBundle, hrefs: readonly string[]): string[] {
  const size = (href: string) => {
    const file = bundle[href.slice(1)];
    return file?.type === 'chunk' ? file.code.length : 0;
  };
  return hrefs.toSorted((a, b) => size(b) - size(a));
}

interface Links {
  entry: string;
  /** The scripts of every page, with the entry. */
  start: readonly string[];
  app: readonly string[];
  /** The beginning of a path, and its scripts. */
  screens: readonly [string, readonly string[]][];
}

/** What the page does when a script could not be loaded. */
function failureScript(): string {
  return `
      // After a release the page may name scripts that are gone: it is loaded again, once. On a dead line that would lose what can be read.
      const failed = async () => {
        const isThere = await fetch("/health", { cache: "no-store", signal: AbortSignal.timeout(${ANSWERS_WITHIN_MS}) }).then(({ ok }) => ok, () => false);
        try {
          if (isThere && !(Date.now() - sessionStorage.getItem(${RELOADED}) < ${RELOAD_EVERY_MS})) {
            sessionStorage.setItem(${RELOADED}, Date.now());
            return location.reload();
          }
        } catch {
        }
        document.querySelector("[data-loader]")?.remove();
        const button = Object.assign(document.createElement("button"), { textContent: "Refresh", onclick: () => location.reload() });
        const notice = Object.assign(document.createElement("div"), { textContent: ${JSON.stringify(NOT_LOADED)} });
        button.style.cssText = "margin:12px;padding:12px 20px;border-radius:999px;background:var(--accent);color:var(--on-accent);font-weight:600";
        notice.style.cssText = "position:fixed;inset:auto 0 0;z-index:60;padding:16px;text-align:center;background:var(--overlay);color:var(--ink)";
        notice.setAttribute("role", "alert");
        notice.append(button);
        document.body.append(notice);
      };
    `;
}

/** The service worker reads `src:"..."` and `href:"..."` as links of the page. */
function loader({ entry, start, app, screens }: Links): string {
  const files = start.map((href) => `{href:${JSON.stringify(href)}}`).join();
  const requests = START_REQUESTS.map(({ page, requests, next }) => [page, requests, ...(next ? [next] : [])]);
  return `
      (() => {
        const { pathname, search, hash } = location;
        const add = (name, properties) =>
          document.head.append(Object.assign(document.createElement(name), { crossOrigin: "" }, properties));
        let session = null;
        try {
          session = JSON.parse(localStorage.getItem("soulsight.session"));
        } catch {
        }
        const mayStart =
          session?.expires_at > Date.now() / 1000 + ${FRESH_FOR_SECONDS} &&
          session.user?.email_confirmed_at &&
          !/[?&#](code|error|access_token)=/.test(search + hash);
        const waiting = [];
        let following;
        const answers = {};
        const headers = { Accept: "application/json", Authorization: "Bearer " + session?.access_token };
        if (mayStart) {
          for (const [page, paths, next] of ${JSON.stringify(requests)}) {
            const found = pathname.match(page);
            for (const path of found ? paths : []) waiting.push(path.replace("$1", found[1]));
            if (found && next) following = [paths[0].replace("$1", found[1]), next];
          }
          globalThis.soulsightStarted = { token: session.access_token, answers };
          setTimeout(() => delete globalThis.soulsightStarted, ${STARTED_FOR_MS});
        }
        const request = (path) => {
          const answer = fetch(path, {
            ...(path === "/health"
              ? { cache: "no-store", signal: AbortSignal.timeout(${HEALTH_TIMEOUT_MS}) }
              : { headers, signal: AbortSignal.timeout(${REQUEST_TIMEOUT_MS}) }),
          });
          answer.catch(() => {});
          answers[path] = answer;
          return answer;
        };
        // What follows from an answer, unless the application has taken it meanwhile.
        const follow = async (path, [field, next]) => {
          const answer = await request(path);
          const { [field]: value } = await answer.clone().json();
          if (value && path in answers) request(next.replace("$1", value));
        };
        const fetchAhead = (files) => files.forEach((file) => add("link", { rel: "modulepreload", ...file }));
        const start = [${files}];
        // The loading screen needs nothing more from the network; a visitor's page needs its font first.
        if (session) {
          const [large, ...app] = ${JSON.stringify(app)}.map((href) => ({ href }));
          const screen = ${JSON.stringify(screens)}.find(([path]) => pathname.startsWith(path))?.[1] ?? [];
          // A browser opens 6 connections over HTTP/1.1: the two scripts that everything waits for come first, and small ones last.
          fetchAhead([start[0], large]);
          for (const path of waiting) {
            if (path === following?.[0]) follow(...following).catch(() => {});
            else request(path);
          }
          fetchAhead([...start.slice(1), ...app, ...screen.map((href) => ({ href }))]);
        }
        ${failureScript()}
        const load = () => {
          add("script",{type:"module",src:${JSON.stringify(entry)},onerror:failed});
          if (!session) fetchAhead(start);
        };
        // A hidden page is not painted.
        let timer = 0;
        const once = () => {
          if (timer === 0) return;
          clearTimeout(timer);
          timer = 0;
          load();
        };
        timer = setTimeout(once, document.hidden ? 0 : ${PAINTED_WITHIN_MS});
        new PerformanceObserver(once).observe({ type: "paint", buffered: true });
      })();
    `;
}
