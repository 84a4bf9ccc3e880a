import unicodeRanges from '@fontsource-variable/fraunces/unicode.json' with { type: 'json' };
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** The italic's file, before its name has a hash. */
export const REDUCED_ITALIC = /fraunces-[a-z-]+-full-italic\.woff2$/;
const FRAUNCES = /fraunces-(?<subset>[a-z-]+)-full-(?<style>normal|italic)-[^/]*\.woff2$/;

/**
 * Fixes two of the display font's four axes at the values that `display` and `display-italic` (utilities.css) use, and the weight of the
 * italic, which has only one: that halves its files. Their names keep the hash of the whole font, so a change of these values needs another file name.
 */
export function reduceFonts(): Plugin {
  return {
    name: 'reduce-fonts',
    apply: 'build',
    async generateBundle(_, bundle) {
      const fonts = Object.values(bundle).flatMap((file) => {
        const found = FRAUNCES.exec(file.fileName)?.groups as
          | { subset: keyof typeof unicodeRanges; style: string }
          | undefined;
        return file.type === 'asset' && found ? [{ file, ...found }] : [];
      });
      for (const { file, subset, style } of fonts) {
        file.source = await subsetFont(Buffer.from(file.source), listCharacters(unicodeRanges[subset]), {
          targetFormat: 'woff2',
          variationAxes: style === 'italic' ? { SOFT: 100, WONK: 1, wght: 320 } : { SOFT: 100, WONK: 0 },
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
