import type { Plugin, Rolldown } from 'vite';

/** The scripts load after this time even if the browser does not say that the page was painted. */
const PAINTED_WITHIN_MS = 500;
const APP = '/src/app/app.tsx';
const ENTRY = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/;
const PRELOAD = /\s*<link rel="modulepreload" crossorigin href="([^"]+)">/g;
const STYLES = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/;

/**
 * Lets a page be painted before its scripts load: its styles are part of it, and a few lines of script load the others once it
 * is painted. Where a session is stored, they load the application's scripts at once instead of when the entry asks for them.
 */
export function paintFirst(): Plugin {
  return {
    name: 'paint-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const entry = ENTRY.exec(html)?.[1];
        if (!entry) throw new Error('The page has no entry script.');
        const preloads = [...html.matchAll(PRELOAD)].map(([, href]) => String(href));
        return html
          .replace(ENTRY, '')
          .replaceAll(PRELOAD, '')
          .replace(STYLES, (_, file: string) => takeStyles(bundle, file))
          .replace(
            '</body>',
            () => `  <script>${loader(entry, preloads, listAppFiles(bundle, preloads))}</script>\n  </body>`,
          );
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

/** What the application imports before its first screen, without what the entry loads anyway. */
function listAppFiles(bundle: Rolldown.OutputBundle, known: readonly string[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const app = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(APP)));
  if (!app) throw new Error(`${APP} is in no chunk.`);
  const files = new Set<string>();
  const add = (fileName: string) => {
    const path = `/${fileName}`;
    if (known.includes(path) || files.has(path)) return;
    files.add(path);
    for (const name of chunks.find((chunk) => chunk.fileName === fileName)?.imports ?? []) add(name);
  };
  add(app.fileName);
  return [...files].filter((path) => !chunks.some((chunk) => chunk.isEntry && `/${chunk.fileName}` === path));
}

/** The service worker reads `src:"..."` and `href:"..."` as links of the page. */
function loader(entry: string, preloads: readonly string[], appFiles: readonly string[]): string {
  const links = preloads.map((href) => `add("link",{rel:"modulepreload",href:${JSON.stringify(href)}});`).join('');
  return `
      (() => {
        const add = (name, properties) =>
          document.head.append(Object.assign(document.createElement(name), { crossOrigin: "" }, properties));
        const load = () => {
          add("script",{type:"module",src:${JSON.stringify(entry)}});${links}
          try {
            if (!localStorage.getItem("soulsight.session")) return;
          } catch {
            return;
          }
          for (const href of ${JSON.stringify(appFiles)}) add("link", { rel: "modulepreload", href });
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
