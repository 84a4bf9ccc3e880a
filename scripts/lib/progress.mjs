import { log } from './project.mjs';

const HEARTBEAT_MS = 15_000;

/** Logs the start, a heartbeat every 15 seconds and the duration of `work`; resolves to its result. */
export async function withProgress(title, work) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  log(`${title}...`);
  const heartbeat = setInterval(() => log(`  still running, ${seconds()} s`), HEARTBEAT_MS);
  try {
    const result = await work();
    log(`  done in ${seconds()} s`);
    return result;
  } finally {
    clearInterval(heartbeat);
  }
}
