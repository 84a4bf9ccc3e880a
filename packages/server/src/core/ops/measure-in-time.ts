/** Below the ten seconds that Prometheus waits for all metrics. */
const MEASURE_MAX_MS = 3_000;

/**
 * Fills gauges from the database. When it does not answer in time, `forget` removes their values, because old ones would be wrong, and
 * the other metrics are still read: they tell that the database is down.
 */
export async function measureInTime(measure: () => Promise<void>, forget: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), MEASURE_MAX_MS);
  });
  try {
    await Promise.race([measure(), late]);
  } catch {
    forget();
  } finally {
    clearTimeout(timer);
  }
}

/** Calls share the measurement that is under way, as the gauges of one scrape do. */
export function shareReading<T>(measure: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  return () => {
    reading ??= measure().finally(() => {
      reading = undefined;
    });
    return reading;
  };
}
