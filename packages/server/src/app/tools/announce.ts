import { SERVER_PAYLOADS, type ServerPayload } from '@soulsight/contract/realtime';
import { type Config, configFromEnv } from '../../core/config/config.ts';
import { readEnv } from '../../core/config/env.ts';
import { StartError } from '../../core/config/start-error.ts';
import { openDatabase } from '../../core/db/open.ts';
import { createLogger } from '../../core/ops/logger.ts';
import { callOperatorCommand } from '../../core/ops/operator-socket.ts';
import type { Notice } from '../../core/realtime/bus.ts';
import { saveMaintenance } from '../../core/realtime/maintenance.store.ts';
import { redisBus } from '../../core/realtime/redis-bus.ts';
import { runTool } from './run-tool.ts';

const USAGE = `Usage: npm run announce -- "Title" "One or two sentences"
       npm run announce -- --maintenance 2026-12-01T03:00:00Z "One or two sentences"`;

/** `npm run announce`: shows a notice to everyone who is connected. */
await runTool(async () => {
  const notice = readNotice(process.argv.slice(2));
  const config = configFromEnv(readEnv());
  const output = await callOperatorCommand(config.dataDir, 'announce', JSON.stringify(notice));
  if (output !== null) return output;
  if (!config.secrets.redisUrl) throw new StartError('No server runs with this DATA_DIR, and REDIS_URL is not set.');
  if (notice.type === 'maintenance') await store(config, notice.payload);
  const bus = await redisBus(config.secrets.redisUrl, createLogger(config));
  try {
    await bus.control({ kind: 'notice', notice });
    return 'Everyone who is connected sees it now.';
  } finally {
    await bus.close();
  }
});

/** For nodes that start later. */
async function store(config: Config, maintenance: ServerPayload<'maintenance'>): Promise<void> {
  const database = await openDatabase(config);
  try {
    await saveMaintenance(database.db, maintenance);
  } finally {
    await database.close();
  }
}

function readNotice([first, second, third]: string[]): Notice {
  if (first === '--maintenance') {
    const payload = SERVER_PAYLOADS.maintenance.safeParse({ at: second, detail: third });
    if (!payload.success) throw new StartError(USAGE);
    return { type: 'maintenance', payload: payload.data };
  }
  if (!first || !second || first.startsWith('--')) throw new StartError(USAGE);
  return { type: 'system_alert', payload: { title: first, detail: second } };
}
