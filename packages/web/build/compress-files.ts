import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';
import { afterBuild } from './after-build.ts';

const TEXT_FILES = '**/*.{js,css,svg,webmanifest}';
/** Smaller files are not worth a second copy. */
const MIN_BYTES = 1_024;

/** Writes a `.br` and a `.gz` file beside every text file, at the highest compression: the server sends them as they are. */
export function compressFiles(): Plugin {
  return afterBuild('compress-files', async (dist) => {
    for await (const file of glob(TEXT_FILES, { cwd: dist })) await compress(path.join(dist, file));
  });
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < MIN_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }));
}
