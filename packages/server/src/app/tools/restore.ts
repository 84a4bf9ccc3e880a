import path from 'node:path';
import { parseArgs } from 'node:util';
import { configFromEnv } from '../../core/config/config.ts';
import { readEnv } from '../../core/config/env.ts';
import { StartError } from '../../core/config/start-error.ts';
import { checkRestored, restoreBackup } from '../restore-backup.ts';
import { runTool } from './run-tool.ts';

/**
 * `npm run restore -- FILE`: restores a backup into an empty data directory.
 * `npm run restore -- --check`: checks a database that was restored by other means.
 */
await runTool(async () => {
  const { values, positionals } = parseArgs({
    options: { 'without-erased': { type: 'boolean' }, check: { type: 'boolean' } },
    allowPositionals: true,
  });
  const [file] = positionals;
  const config = configFromEnv(readEnv());
  if (values.check) return checkRestored(config);
  if (!file) throw new StartError('Usage: npm run restore -- FILE [--without-erased], or npm run restore -- --check');
  return restoreBackup(config, path.resolve(file), { withoutErased: values['without-erased'] === true });
});
