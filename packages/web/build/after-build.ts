import path from 'node:path';
import type { Plugin } from 'vite';

/** A plugin that works on the written files of a build for browsers, once it has succeeded. */
export function afterBuild(name: string, work: (dist: string, root: string) => Promise<void>): Plugin {
  let built: { dist: string; root: string } | null = null;
  let isWritten = false;
  return {
    name,
    apply: 'build',
    // Not reached when the build fails.
    writeBundle() {
      isWritten = true;
    },
    configResolved({ root, build: { outDir, ssr, write } }) {
      built = ssr || !write ? null : { dist: path.resolve(root, outDir), root };
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (built && isWritten) await work(built.dist, built.root);
      },
    },
  };
}
