import { brotliCompressSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** What a page loads before it can be used: the entry and these modules, with all that they import. */
export interface Budget {
  page: string;
  /** Paths of modules, relative to the package. */
  modules: readonly string[];
  /** Thousands of bytes of script, compressed with brotli. */
  maxKb: number;
}

/** Fails the build when the scripts that a page needs have outgrown their budget. */
export function checkBudgets(budgets: readonly Budget[]): Plugin {
  return {
    name: 'check-budgets',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
      const sizes = new Map<Rolldown.OutputChunk, number>();
      const measureSize = (chunk: Rolldown.OutputChunk) => {
        const size = sizes.get(chunk) ?? brotliCompressSync(chunk.code).length;
        sizes.set(chunk, size);
        return size;
      };
      const entries = chunks.filter(({ isEntry }) => isEntry);
      for (const { page, modules, maxKb } of budgets) {
        const needed = new Set<Rolldown.OutputChunk>();
        const add = (chunk: Rolldown.OutputChunk | undefined) => {
          if (!chunk || needed.has(chunk)) return;
          needed.add(chunk);
          for (const name of chunk.imports) add(byName.get(name));
        };
        for (const entry of entries) add(entry);
        for (const path of modules) {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/packages/web/${path}`)));
          if (!chunk) this.error(`The budget of ${page} names ${path}, which is in no chunk.`);
          add(chunk);
        }
        const kb = [...needed].reduce((sum, chunk) => sum + measureSize(chunk), 0) / 1_000;
        if (kb > maxKb) this.error(`${page} needs ${kb.toFixed(1)} kB of script; its budget is ${maxKb} kB.`);
      }
    },
  };
}
