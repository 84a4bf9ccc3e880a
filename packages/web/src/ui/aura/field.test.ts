import { LAST_REVEAL_STAGE } from '@soulsight/contract/reveal-stages';
import { describe, expect, it } from 'vitest';
import { buildAura } from '../../testing/build-user.ts';
import { apertureAt, createField } from './field.ts';
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
  it('is the same picture for the same person, and another for another', () => {
    expect(picture()).toEqual(picture());
    expect(picture(buildAura({ seed: 43 }))).not.toEqual(picture());
    expect(picture(buildAura({ hues: [200, 240, 280] }))).not.toEqual(picture());
  });

  it('moves with time', () => {
    expect(picture(buildAura(), { time: 1 })).not.toEqual(picture());
  });

  it('is drawn differently on light and on dark', () => {
    expect(picture(buildAura(), { theme: 'light' })).not.toEqual(picture());
  });

  it('ends before its frame does', () => {
    const pixels = picture();
    for (const corner of [0, SIZE - 1, SIZE * (SIZE - 1), SIZE * SIZE - 1]) expect(pixels[corner * 4 + 3]).toBe(0);
  });

  it('opens its middle for a photo and fills it with light without one', () => {
    expect(alphaInTheMiddle(picture(buildAura(), { aperture: 0.6, hollow: true }))).toBe(0);
    expect(alphaInTheMiddle(picture(buildAura(), { aperture: 0.6 }))).toBeGreaterThan(180);
  });

  it('opens wider with each stage, and a little on the way to the next', () => {
    expect(apertureAt(0)).toBe(0);
    for (let stage = 0; stage < LAST_REVEAL_STAGE; stage++) {
      expect(apertureAt(stage, 0.5)).toBeGreaterThan(apertureAt(stage));
      expect(apertureAt(stage, 1)).toBeLessThan(apertureAt(stage + 1));
    }
    expect(apertureAt(LAST_REVEAL_STAGE, 1)).toBe(apertureAt(LAST_REVEAL_STAGE));
  });

  it('of a text is always the same', () => {
    expect(pageAura('Privacy')).toEqual(pageAura('Privacy'));
    expect(pageAura('Privacy')).not.toEqual(pageAura('Terms'));
  });
});
