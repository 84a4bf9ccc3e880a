import fraunces from '@fontsource-variable/fraunces/unicode.json' with { type: 'json' };
import inter from '@fontsource-variable/inter/unicode.json' with { type: 'json' };
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** A font's files, as they are named before their names have a hash, and the values of its axes that are used. */
const FONTS = [
  {
    file: /fraunces-(?<subset>[a-z-]+)-full-normal\b/,
    ranges: fraunces as Record<string, string>,
    axes: { SOFT: 100, WONK: 0, wght: 340 },
  },
  {
    file: /fraunces-(?<subset>[a-z-]+)-full-italic\b/,
    ranges: fraunces as Record<string, string>,
    axes: { SOFT: 100, WONK: 1, wght: 320 },
  },
  {
    file: /inter-(?<subset>[a-z-]+)-wght-normal\b/,
    ranges: inter as Record<string, string>,
    axes: { wght: { min: 400, max: 700 } },
  },
];

/** What the names of reduced files end with: a change of the values above needs another one, because a name's hash is of the whole font. */
const REDUCED = 'r2';

/** The name of a built file; `[hash]` and `[ext]` are filled in by the build. */
export function nameAsset({ names }: { names: readonly string[] }): string {
  const isReduced = names.some((name) => FONTS.some(({ file }) => file.test(name)));
  return isReduced ? `assets/[name]-${REDUCED}-[hash][extname]` : 'assets/[name]-[hash][extname]';
}

/**
 * Fixes the axes of the fonts at the values that are used (`display` and `display-italic` in utilities.css), and leaves out weights that
 * are not: that halves their files.
 */
export function reduceFonts(): Plugin {
  return {
    name: 'reduce-fonts',
    apply: 'build',
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'asset' || !file.fileName.endsWith('.woff2')) continue;
        const font = FONTS.find(({ file: pattern }) => pattern.test(file.fileName));
        const subset = font?.file.exec(file.fileName)?.groups?.subset ?? '';
        const characters = font?.ranges[subset];
        if (!font || !characters) continue;
        file.source = await subsetFont(Buffer.from(file.source), listCharacters(characters), {
          targetFormat: 'woff2',
          variationAxes: font.axes,
        });
      }
    },
  };
}

/** The characters of a CSS `unicode-range`. */
function listCharacters(ranges: string): string {
  return ranges
    .split(',')
    .flatMap((range) => {
      const [from = 0, to = from] = range
        .replace('U+', '')
        .split('-')
        .map((hex) => Number.parseInt(hex, 16));
      return Array.from({ length: to - from + 1 }, (_, n) => String.fromCodePoint(from + n));
    })
    .join('');
}
