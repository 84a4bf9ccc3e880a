import { log } from './project.mjs';

const HEARTBEAT_MS = 15_000;

/** Says what begins, that it still goes on every 15 seconds, and how long it took; resolves to the work's own result. */
export async function withProgress(title, work) {
  const startedAt = Date.now();
  const seconds = () => Math.round((Date.now() - startedAt) / 1000);
  log(`${title}...`);
  const heartbeat = setInterval(() => log(`  still at it, ${seconds()} s`), HEARTBEAT_MS);
  try {
    const result = await work();
    log(`  done in ${seconds()} s`);
    return result;
  } finally {
    clearInterval(heartbeat);
  }
}
