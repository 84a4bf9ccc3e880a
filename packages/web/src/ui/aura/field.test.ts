import { LAST_REVEAL_STAGE } from '@soulsight/contract/reveal-stages';
import { describe, expect, it } from 'vitest';
import { buildAura } from '../../testing/build-user.ts';
import { apertureAt } from './aperture.ts';
import { createField } from './field.ts';
import { pageAura } from './page-aura.ts';

const SIZE = 24;

function picture(
  aura = buildAura(),
  { time = 0, aperture = 0, hollow = false, theme = 'dark' as 'dark' | 'light' } = {},
) {
  const pixels = new Uint8ClampedArray(SIZE * SIZE * 4);
  createField(aura, theme, SIZE).paint(pixels, time, aperture, hollow);
  return pixels;
}
const alphaInTheMiddle = (pixels: Uint8ClampedArray) => pixels[(SIZE * (SIZE / 2) + SIZE / 2) * 4 + 3];

describe('an aura', () => {
  it('is the same picture for the same user and differs between users', () => {
    expect(picture()).toEqual(picture());
    expect(picture(buildAura({ seed: 43 }))).not.toEqual(picture());
    expect(picture(buildAura({ hues: [200, 240, 280] }))).not.toEqual(picture());
  });

  it('changes over time', () => {
    expect(picture(buildAura(), { time: 1 })).not.toEqual(picture());
  });

  it('differs between the light and the dark theme', () => {
    expect(picture(buildAura(), { theme: 'light' })).not.toEqual(picture());
  });

  it('stays inside its frame', () => {
    const pixels = picture();
    for (const corner of [0, SIZE - 1, SIZE * (SIZE - 1), SIZE * SIZE - 1]) expect(pixels[corner * 4 + 3]).toBe(0);
  });

  it('leaves its middle open for a photo and fills it with light otherwise', () => {
    expect(alphaInTheMiddle(picture(buildAura(), { aperture: 0.6, hollow: true }))).toBe(0);
    expect(alphaInTheMiddle(picture(buildAura(), { aperture: 0.6 }))).toBeGreaterThan(180);
  });

  it('opens wider with each stage and with progress to the next', () => {
    expect(apertureAt(0)).toBe(0);
    for (let stage = 0; stage < LAST_REVEAL_STAGE; stage++) {
      expect(apertureAt(stage, 0.5)).toBeGreaterThan(apertureAt(stage));
      expect(apertureAt(stage, 1)).toBeLessThan(apertureAt(stage + 1));
    }
    expect(apertureAt(LAST_REVEAL_STAGE, 1)).toBe(apertureAt(LAST_REVEAL_STAGE));
  });

  it('is always the same for the same text', () => {
    expect(pageAura('Privacy')).toEqual(pageAura('Privacy'));
    expect(pageAura('Privacy')).not.toEqual(pageAura('Terms'));
  });
});
