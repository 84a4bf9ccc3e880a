import path from 'node:path';
import type { Rolldown } from 'vite';
import { SIGNED_IN_SCREENS } from './screens.ts';

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** What every page loads first, what every page of the application loads, and the public page that most visits begin with. */
const START = 'main.tsx';
const APP = 'app/app.tsx';
const PREPARATION = 'app/boot/prepare.ts';
const LANDING = 'features/landing/landing-screen.tsx';
/** Imports the public pages. */
const PUBLIC = 'app/router/public-pages.ts';
const ONBOARDING = 'app/onboarding/onboarding.tsx';

/** The contract imports zod everywhere, but only forms use it, and these schemas. */
const ZOD = /\/node_modules\/zod\/|\/contract\/src\/(credentials|email-address)\.ts$/;
const ICON = /\/node_modules\/lucide-react\/dist\/esm\/icons\//;
/** Re-exports every icon. */
const ICONS = /\/node_modules\/lucide-react\/dist\/esm\/lucide-react\.mjs$/;
/** The library imports it everywhere, but only what is kept for a start without a network uses it. */
const HYDRATION = /\/query-core\/build\/modern\/hydration\.js$/;
const ICON_NAMES = /import \{([^}]+)\} from "lucide-react"/;

/** The scripts that are merged, in the order in which they take modules. */
const NAMES = ['start', 'zod', 'public', 'app', 'screens', 'forms'] as const;

/**
 * Merges the many small scripts of the build: each costs a request and its headers, whatever its size. A visitor loads `start`, a
 * signed-in user also `app`; what several public pages, screens or forms share is in one file each.
 */
export function groupScripts(root: string): Rolldown.CodeSplittingGroup[] {
  let isIn: ReturnType<typeof sortModules> | undefined;
  return NAMES.map((name, i) => ({
    debugName: name,
    priority: NAMES.length - i,
    name: (id, graph) => {
      isIn ??= sortModules(graph, path.join(root, 'src'));
      return isIn[name](id) ? name : null;
    },
  }));
}

function sortModules(graph: Graph, src: string): Record<(typeof NAMES)[number], (id: string) => boolean> {
  const read = (file: string) => listImports(graph, path.join(src, file));
  const [start, app, landing] = [read(START), read(APP), read(LANDING)];
  const preparation = read(PREPARATION);
  const pages = graph.getModuleInfo(path.join(src, PUBLIC))?.dynamicallyImportedIds ?? [];
  const isPublic = isIn(
    pages.map((id) => listImports(graph, id)),
    1,
  );
  const screens = SIGNED_IN_SCREENS.filter(({ hasForms }) => !hasForms).map(({ module }) => read(module));
  const forms = SIGNED_IN_SCREENS.filter(({ hasForms }) => hasForms).map(({ module }) => read(module));
  const isInApplication = isIn([app, ...screens], 1);
  const isInScreen = isIn(screens, 1);
  const isInTwoScreens = isIn([...screens, ...forms], 2);
  return {
    // What the landing page and the application share is loaded by either of them.
    start: (id) => start.has(id) || (landing.has(id) && isInApplication(id)),
    zod: (id) => ZOD.test(id),
    public: (id) => isPublic(id) && isInApplication(id),
    app: (id) => app.has(id) || preparation.has(id),
    // An icon is too small for a file of its own.
    screens: (id) => isInScreen(id) && (isInTwoScreens(id) || ICON.test(id)),
    forms: isIn([...forms, read(ONBOARDING)], 2),
  };
}

/** Whether at least `min` of the lists have a module. */
function isIn(lists: readonly Set<string>[], min: number) {
  return (id: string) => lists.filter((list) => list.has(id)).length >= min;
}

/** A module and all that it imports, without what it loads later. */
function listImports(graph: Graph, id: string, found = new Set<string>()): Set<string> {
  if (found.has(id) || HYDRATION.test(id)) return found;
  found.add(id);
  const { importedIds = [], code } = graph.getModuleInfo(id) ?? {};
  for (const imported of importedIds) {
    const all = ICONS.test(imported) ? listIcons(imported, code ?? '') : [imported];
    for (const one of all) listImports(graph, one, found);
  }
  return found;
}

/** The modules of the icons that a module imports by name. */
function listIcons(index: string, code: string): string[] {
  const names = ICON_NAMES.exec(code)?.[1]?.split(',') ?? [];
  return names.map((name) => {
    const file = name
      .trim()
      .replace(/ as .*/, '')
      .replace(/(?<!^)([A-Z]|\d+)/g, '-$1')
      .toLowerCase();
    return path.join(path.dirname(index), 'icons', `${file}.mjs`);
  });
}
