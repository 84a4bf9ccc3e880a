import { readFileSync } from 'node:fs';
import {
  connectionChecks,
  driftChecks,
  languageChecks,
  signalChecks,
} from '@soulsight/affinity/science/behaviour-checks';
import type { Check } from '@soulsight/affinity/science/checks';
import { parseSpeedDates } from '@soulsight/affinity/science/fixture';
import {
  fallbackChecks,
  indexChecks,
  marketChecks,
  newcomerChecks,
  reasonChecks,
} from '@soulsight/affinity/science/report';
import { reportSpeedDates } from '@soulsight/affinity/science/speed-date-report';
import { openPostgres } from '@soulsight/server/core/db/postgres';
import { createModelReport } from '@soulsight/server/features/bgp/learning/model-report';

/**
 * `npm run science -- <path of the speed-dating CSV>`: prints the model's checks and exits with 1 when one fails. The path can also be
 * in SCIENCE_FIXTURE. With DATABASE_URL it also reports on the product's own data.
 */
const path = process.argv[2] ?? process.env.SCIENCE_FIXTURE;
const checks: Check[] = [];

function run(name: string, make: () => Check[]): void {
  const startedAt = performance.now();
  console.log(`... ${name}`);
  const made = make();
  checks.push(...made);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  for (const { check, mustBe, figure, holds } of made) {
    console.log(`${holds ? 'holds' : 'FAILS'}  ${check}\n       ${figure}   must be ${mustBe}`);
  }
  console.log(`       (${seconds} s)`);
}

function readDates(file: string) {
  try {
    return parseSpeedDates(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`Cannot read the speed-dating data at ${file}: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  }
}

run('the displayed fallback', fallbackChecks);
run('average users stay average', driftChecks);
run('one conversation in five languages', languageChecks);
run('a quarrel and a warm conversation', connectionChecks);
run('signals in our own labelled messages', signalChecks);
if (path === undefined) {
  console.log(
    'SKIPPED: the speed-dating evaluation, because its data are not part of the repository and no file was given:',
  );
  console.log('         npm run science -- <path of the CSV>, or SCIENCE_FIXTURE=<path>');
} else {
  const dates = readDates(path);
  run(`predicting decisions in ${dates.length} speed dates (about two minutes)`, () => {
    const { lines, checks: made } = reportSpeedDates(dates);
    for (const line of lines) console.log(`       ${line}`);
    return made;
  });
}
run('newcomers in simulated worlds', newcomerChecks);
run('reasons and ranges of simulated pairs', reasonChecks);
run('the index against brute force', indexChecks);
run('the market simulation (about a minute)', marketChecks);
await reportOwnData();

const failed = checks.filter(({ holds }) => !holds).length;
console.log(failed === 0 ? `All ${checks.length} checks hold.` : `${failed} of ${checks.length} checks fail.`);
if (failed > 0) process.exitCode = 1;

/** Reports what an installation's own data shows. It has no pass or fail. */
async function reportOwnData(): Promise<void> {
  const url = process.env.DATABASE_URL;
  if (!url) return console.log("skipped: the product's own data, because DATABASE_URL is not set");
  console.log("... the product's own data");
  try {
    for (const line of await readOwnData(url)) console.log(`       ${line}`);
  } catch (error) {
    const { message } = (error as { cause?: Error }).cause ?? (error as Error);
    console.error(`       DATABASE_URL cannot be read: ${message}`);
    process.exitCode = 1;
  }
}

async function readOwnData(url: string): Promise<string[]> {
  const database = await openPostgres(url, { max: 2 });
  try {
    return await createModelReport(database.db);
  } finally {
    await database.close();
  }
}
