import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const PUBLIC = path.resolve(import.meta.dirname, '../../../public');
const manifest: {
  icons: Picture[];
  screenshots: (Picture & { form_factor: string; label: string })[];
} = JSON.parse(readFileSync(path.join(PUBLIC, 'manifest.webmanifest'), 'utf8'));

interface Picture {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
}

/** Width and height of a PNG, which stand in its first chunk. */
function readSize(src: string): string {
  const file = readFileSync(path.join(PUBLIC, src));
  expect(file.subarray(1, 4).toString()).toBe('PNG');
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`;
}

it('every picture of the manifest is there, in the size that it names', () => {
  for (const { src, sizes, type } of [...manifest.icons, ...manifest.screenshots]) {
    if (type === 'image/png') expect([src, readSize(src)]).toEqual([src, sizes]);
    else expect(readFileSync(path.join(PUBLIC, src), 'utf8')).toMatch(/^<svg /);
  }
});

it('an installation has a maskable picture, and screens for narrow and wide devices', () => {
  const maskable = manifest.icons.filter(({ purpose }) => purpose === 'maskable');
  expect(maskable.map(({ type }) => type)).toContain('image/png');
  expect(new Set(manifest.screenshots.map((screen) => screen.form_factor))).toEqual(new Set(['narrow', 'wide']));
});

it("the home screen of an iPhone gets a picture of its own size, which the page's head names", () => {
  const page = readFileSync(path.resolve(PUBLIC, '../index.html'), 'utf8');
  const [, sizes, src = ''] = /rel="apple-touch-icon" sizes="([^"]+)" href="([^"]+)"/.exec(page) ?? [];
  expect([sizes, readSize(src)]).toEqual(['180x180', '180x180']);
});
