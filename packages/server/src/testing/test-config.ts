import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { authVariables } from '../core/config/auth-config.ts';
import { type Config, configFromEnv } from '../core/config/config.ts';
import { readEnv } from '../core/config/env.ts';

/** Any 32 bytes. */
const TEST_KEY = Buffer.alloc(32, 7).toString('base64');

/** A configuration for tests: independent of the environment, with its own data directory and any free port. */
export function testConfig(env: Record<string, string> = {}): Config {
  return configFromEnv(
    readEnv({
      NODE_ENV: 'test',
      PORT: '0',
      PUBLIC_URL: 'http://localhost:3000',
      DATA_DIR: path.join(tmpdir(), `soulsight-test-data-${randomUUID()}`),
      ENCRYPTION_KEY: TEST_KEY,
      DEMO: '0',
      // The real cost is slow on purpose.
      GOTRUE_ARGON2_MEMORY_KIB: '64',
      GOTRUE_ARGON2_PASSES: '1',
      GOTRUE_ANSWER_FLOOR_MS: '0',
      ...withoutAuthLimits(),
      ...env,
    }),
  );
}

/** Tests sign up many users. Tests of the limits set their own. */
function withoutAuthLimits(): Record<string, string> {
  const limits = Object.keys(authVariables).filter((name) => name.startsWith('GOTRUE_RATE_LIMIT_'));
  return Object.fromEntries(limits.map((name) => [name, '100000']));
}
