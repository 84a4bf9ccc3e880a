import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSpeedDates } from './fixture.ts';
import { simulateMarket } from './market.ts';
import { fallbackChecks, indexChecks, NEWCOMERS, newcomerChecks, reasonChecks } from './report.ts';
import { reportSpeedDates } from './speed-date-report.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
/** The speed-dating data are not part of the repository: their path comes from outside. */
const FIXTURE = process.env.SCIENCE_FIXTURE ?? resolve(ROOT, '../shared/data/speed_dating_fixture.csv');
const SEEDS = 4;
const RESAMPLES = 20;

const hasFixture = existsSync(FIXTURE);
if (!hasFixture)
  process.stderr.write(
    `SKIPPED: nothing is checked on speed dates, because ${FIXTURE} does not exist. Set SCIENCE_FIXTURE to the CSV.\n`,
  );

describe('science', () => {
  it.skipIf(!hasFixture)(
    `holds on the speed-dating data (skipped where ${FIXTURE} is not there)`,
    () => {
      const { lines, checks } = reportSpeedDates(parseSpeedDates(readFileSync(FIXTURE, 'utf8')), SEEDS, RESAMPLES);
      expect(lines.join('\n')).toMatch(/LFRR +match AUC \.?0\.\d+ \[0\.\d+, 0\.\d+\]/);
      expect(checks).toHaveLength(10);
      for (const check of checks) expect(check).toMatchObject({ holds: true });
    },
    300_000,
  );

  it('newcomers are ranked by their traits where traits matter, and not where they do not', () => {
    for (const check of newcomerChecks({ ...NEWCOMERS, seeds: [201] })) expect(check).toMatchObject({ holds: true });
  });

  it('the shown reasons explain the score, and the shown range holds', () => {
    for (const check of reasonChecks()) expect(check).toMatchObject({ holds: true });
  });

  it('[3.6] the displayed fallback is exact in the model', () => {
    expect(fallbackChecks()).toEqual([
      {
        check: 'the displayed fallback',
        mustBe: 'exactly 65, 70, 60, 75, 40, 70, 65',
        figure: '65, 70, 60, 75, 40, 70, 65',
        holds: true,
      },
    ]);
  });

  it('the index finds the best people', () => {
    const [check] = indexChecks({ seed: 2, people: 800, seekers: 20, fetched: 200, wanted: 10 });
    expect(check).toMatchObject({ holds: true });
  });

  it('the ranking gives more mutual matches than chance, and a more even exposure than popularity', () => {
    const market = { seed: 1, perSide: 80, days: 5, introductionsPerDay: 2 };
    const ours = simulateMarket({ ...market, policy: 'ours', capped: true });
    const chance = simulateMarket({ ...market, policy: 'chance', capped: false });
    const uncapped = simulateMarket({ ...market, policy: 'popularity', capped: false });
    expect(ours.mutualPer100).toBeGreaterThan(1.2 * chance.mutualPer100);
    expect(ours.gini).toBeLessThan(uncapped.gini / 1.5);
  });

  it('refuses a file that is not the data, with an error message', () => {
    expect(() => parseSpeedDates('a,b\n1,2')).toThrow('no column "iid"');
    expect(() => parseSpeedDates('iid,pid,gender,dec,wave,attr,intel\n1,11,0,maybe,1,5,6')).toThrow('cannot read');
  });
});
