import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { StartError } from '../../../core/config/start-error.ts';
import { describeMissingReview, findCountry, findHelpLines, loadHelpLines } from './help-lines.ts';

const OWN = loadHelpLines(null);

function fileWith(text: string): string {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'help-lines-')), 'lines.json');
  writeFileSync(file, text);
  return file;
}

it('an operator’s file takes the place of our own list', () => {
  const lines = loadHelpLines(
    fileWith(
      '{"anywhere":[{"name":"A","for":["self_harm"],"contact":"1"}],"countries":{"SE":[{"name":"S","for":["self_harm"],"contact":"90101"}]}}'.replace(
        '"1"',
        '"12"',
      ),
    ),
  );
  expect(findHelpLines(lines, 'SE', ['self_harm']).map(({ name }) => name)).toEqual(['S', 'A']);
});

it.each([
  ['no file', null],
  ['text that is not JSON', '{'],
  ['a country without lines', '{"anywhere":[{"name":"A","for":["self_harm"],"contact":"12"}],"countries":{"SE":[]}}'],
  [
    'an address that is not https',
    '{"anywhere":[{"name":"A","for":["self_harm"],"contact":"12","url":"javascript:alert(1)"}],"countries":{}}',
  ],
])('the server does not start with %s', (_, text) => {
  expect(() => loadHelpLines(text === null ? '/no/such/file.json' : fileWith(text))).toThrow(StartError);
});

it.each([
  [undefined, 'nobody has checked the crisis help lines yet'],
  [null, 'nobody has checked the crisis help lines yet'],
  ['2025-01-02', 'since 2025-01-02'],
  ['2026-06-01', null],
])('lines that were reviewed on %j need this: %s', (reviewed, expected) => {
  const missing = describeMissingReview({ reviewed }, new Date('2026-11-22T12:00:00Z'));
  if (expected === null) expect(missing).toBeNull();
  else expect(missing).toContain(expected);
});

it('the built-in help lines count as unreviewed, so the operator is warned', () => {
  expect(OWN.reviewed).toBeNull();
});

it('each of our own lines says when and against what it was checked, which people are not shown', () => {
  for (const line of [...OWN.anywhere, ...Object.values(OWN.countries).flat()])
    expect(line).toMatchObject({ name: line.name, checked: { on: expect.any(String), against: expect.any(String) } });
  expect(JSON.stringify(findHelpLines(OWN, 'DE', ['danger']))).not.toContain('checked');
});

it.each([
  ['AR', 'self_harm', '0800 345 1435'],
  ['CH', 'danger', '142'],
] as const)('in %s, help with %s can be called from the whole country', (country, need, contact) => {
  expect(findHelpLines(OWN, country, [need])).toContainEqual(expect.objectContaining({ contact }));
});

it('every country has an emergency number, shown first', () => {
  for (const country of Object.keys(OWN.countries)) {
    const [first] = findHelpLines(OWN, country, ['self_harm']);
    expect(OWN.countries[country]?.find(({ name }) => name === first?.name)?.for).toContain('emergency');
  }
});

it('a line for women or for men only never stands alone', () => {
  for (const country of Object.keys(OWN.countries))
    for (const need of ['self_harm', 'danger', 'sexual_violence', 'childhood_abuse'] as const) {
      const local = OWN.countries[country]?.filter((line) => line.for.includes(need)) ?? [];
      const forAll = local.filter(({ name }) => !/\(for (?:wo)?men/.test(name));
      expect([country, need, local.length > 0]).toEqual([country, need, forAll.length > 0]);
    }
});

it('a country without a line for sexual violence gets those against violence', () => {
  const lines = loadHelpLines(
    fileWith(
      '{"anywhere":[{"name":"A","for":["self_harm"],"contact":"12"}],"countries":{"SE":[{"name":"E","for":["emergency"],"contact":"112"},{"name":"D","for":["danger"],"contact":"90101"},{"name":"S","for":["self_harm"],"contact":"90102"}]}}',
    ),
  );
  expect(findHelpLines(lines, 'SE', ['sexual_violence']).map(({ name }) => name)).toEqual(['E', 'D']);
});

it('an unknown country gets what helps anywhere', () => {
  expect(findHelpLines(OWN, null, ['danger'])).toEqual([
    { name: 'Find a Helpline', contact: 'findahelpline.com', url: 'https://findahelpline.com' },
  ]);
});

it.each([
  ['Munich, Germany', 'UTC', 'DE'],
  ['Austin, TX, United States', 'Europe/Paris', 'US'],
  ['Oslo, Norway', 'Europe/Berlin', null],
  [null, 'Asia/Tokyo', 'JP'],
  [null, 'Europe/London', 'GB'],
  [null, 'UTC', null],
])('finds the country of %j in %s: %s', (place, timezone, country) => {
  expect(findCountry(OWN, place, timezone)).toBe(country);
});
