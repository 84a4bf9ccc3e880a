import lighthouse from 'lighthouse';
import type { Browser } from 'puppeteer-core';
import { median } from '../percentile.ts';
import { type Visit, withPage } from './browser.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const ATTEMPTS = 3;
/** What Lighthouse measures, in milliseconds, except the layout shift. */
const TIMES = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  'speed index': 'speed-index',
  CLS: 'cumulative-layout-shift',
} as const;

export interface LighthouseResult {
  /** 0 to 100, by category. */
  scores: Record<(typeof CATEGORIES)[number], number>;
  times: Record<keyof typeof TIMES, number>;
  /** The performance scores of all runs. */
  runs: number[];
  /** Lighthouse's measure of the machine's speed; about 1,500 to 3,000 on a quiet desktop. */
  benchmarkIndex: number;
  /** Audits of the last run that cost accessibility, best practices or search points. */
  faults: string[];
}

/** Medians of Lighthouse's mobile profile, each run with an empty cache. */
export async function runLighthouse(browser: Browser, visit: Visit, runs: number): Promise<LighthouseResult> {
  const reports: Awaited<ReturnType<typeof visitOnce>>[] = [];
  for (let run = 0; run < runs; run += 1) reports.push(await visitOnce(browser, visit));
  const middle = <K extends string>(keys: readonly K[], read: (report: (typeof reports)[number], key: K) => number) =>
    Object.fromEntries(keys.map((key) => [key, median(reports.map((report) => read(report, key)))])) as Record<
      K,
      number
    >;
  const score = (report: (typeof reports)[number], key: (typeof CATEGORIES)[number]) =>
    Math.round((report.categories[key]?.score ?? 0) * 100);
  return {
    scores: middle(CATEGORIES, score),
    times: middle(
      Object.keys(TIMES) as (keyof typeof TIMES)[],
      (report, key) => report.audits[TIMES[key]]?.numericValue ?? Number.NaN,
    ),
    runs: reports.map((report) => score(report, 'performance')),
    benchmarkIndex: median(reports.map(({ environment }) => environment.benchmarkIndex)),
    faults: listFaults(reports.at(-1)),
  };
}

/** Chrome's trace sometimes lacks its start; such a run says nothing of the page, and is made again. */
async function visitOnce(browser: Browser, visit: Visit) {
  for (let attempt = 1; ; attempt += 1) {
    const report = await visitPage(browser, visit);
    if (!report.runtimeError) return report;
    const problem = `${visit.url}: ${report.runtimeError.message}`;
    if (report.runtimeError.code !== 'NO_NAVSTART' || attempt === ATTEMPTS) throw new Error(problem);
    console.log(`  again: ${problem}`);
  }
}

function visitPage(browser: Browser, visit: Visit) {
  return withPage(browser, visit, async (page) => {
    const flags = { onlyCategories: [...CATEGORIES], disableStorageReset: true, logLevel: 'error' as const };
    const result = await lighthouse(visit.url, flags, undefined, page as never);
    if (!result) throw new Error(`${visit.url}: Lighthouse answered nothing`);
    return result.lhr;
  });
}

function listFaults(report: Awaited<ReturnType<typeof visitOnce>> | undefined): string[] {
  if (!report) return [];
  const others = CATEGORIES.filter((category) => category !== 'performance');
  return others.flatMap((category) =>
    (report.categories[category]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${category}: ${id}`),
  );
}
