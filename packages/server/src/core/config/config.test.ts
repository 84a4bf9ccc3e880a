import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import webPush from 'web-push';
import { ConfigError, configFromEnv, VARIABLE_NAMES } from './config.ts';
import { readEnv } from './env.ts';

function getConfigError(env: Record<string, string>): ConfigError {
  try {
    configFromEnv(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('the configuration was accepted');
}

function vapidKeys() {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
}
const [keys, otherKeys] = [vapidKeys(), vapidKeys()];

it('without variables it is the embedded default with demo users', () => {
  const config = configFromEnv({});
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    database: { kind: 'embedded' },
    bus: 'memory',
    storage: 'disk',
    mail: { kind: 'mailbox' },
    llm: null,
    payments: 'test',
    demo: true,
    role: 'all',
  });
  expect(config.dataDir.endsWith('/.data')).toBe(true);
});

it.each([
  [{}, true],
  [{ HOST: '::1', PUBLIC_URL: 'http://localhost:8080' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '192.168.1.7', PUBLIC_URL: 'http://192.168.1.7:3000' }, false],
  [{ PUBLIC_URL: 'https://soulsight.example' }, false],
])('with %j the mailbox has a page: %s', (env, isReadable) => {
  expect(configFromEnv(env).mail).toEqual({ kind: 'mailbox', isReadable });
});

it.each([
  [{}, 'test'],
  [{ PUBLIC_URL: 'https://dating.example' }, 'none'],
  [{ PUBLIC_URL: 'https://dating.example', DATABASE_URL: 'postgres://u:p@db/soulsight' }, 'none'],
  [{ PUBLIC_URL: 'https://dating.example', DEMO: '0' }, 'none'],
  [{ PUBLIC_URL: 'https://dating.example', DEMO: '1' }, 'test'],
])('with %j and without Stripe the payments are: %s', (env, payments) => {
  expect(configFromEnv(env).payments).toBe(payments);
});

it.each([
  [{}, true],
  [{ PUBLIC_URL: 'http://192.168.1.7:3000' }, true],
  [{ PUBLIC_URL: 'https://dating.example' }, false],
  [{ PUBLIC_URL: 'https://dating.example', DEMO: '1' }, true],
  [{ DEMO: '0' }, false],
])('with %j and the embedded database there are demo users: %s', (env, demo) => {
  expect(configFromEnv(env).demo).toBe(demo);
});

it('a PostgreSQL server has no demo users unless configured', () => {
  const DATABASE_URL = 'postgres://u:p@db/soulsight';
  expect(configFromEnv({ DATABASE_URL }).demo).toBe(false);
  expect(configFromEnv({ DATABASE_URL, DEMO: '1' })).toMatchObject({ demo: true, demoPeople: 200 });
  expect(configFromEnv({ DEMO_PEOPLE: '60' }).demoPeople).toBe(60);
  expect(getConfigError({ DEMO_PEOPLE: '201' }).message).toContain('DEMO_PEOPLE: must be a number from 1 to 200');
});

it('names every bad variable in one message', () => {
  const error = getConfigError({
    PORT: '70000',
    ROLE: 'boss',
    DATABASE_URL: 'mysql://x',
    ENCRYPTION_KEY: 'c2hvcnQ=',
    GOTRUE_JWT_EXP: 'soon',
  });
  expect(error.variables.sort()).toEqual(['DATABASE_URL', 'ENCRYPTION_KEY', 'GOTRUE_JWT_EXP', 'PORT', 'ROLE']);
  for (const name of error.variables) expect(error.message).toContain(`  ${name}: `);
});

it('names variables that contradict others together with those that are bad on their own', () => {
  const { variables } = getConfigError({
    PORT: '70000',
    STRIPE_SECRET_KEY: 'hunter2',
    LLM_BASE_URL: 'llm',
    OAUTH_PROVIDERS: 'acme',
    OAUTH_ACME_CLIENT_ID: 'soulsight',
    OAUTH_ACME_CLIENT_SECRET: 'secret',
    DATA_DIR: '/data',
    BACKUP_DIR: '/data/backups',
    TEST_CLOCK: '1',
  });
  const alone = ['LLM_BASE_URL', 'PORT', 'STRIPE_SECRET_KEY'];
  const missing = [
    'LLM_MODEL',
    'OAUTH_ACME_ISSUER',
    'STRIPE_PRICE_MONTHLY',
    'STRIPE_PRICE_YEARLY',
    'STRIPE_WEBHOOK_SECRET',
  ];
  expect(variables.sort()).toEqual([...alone, ...missing, 'BACKUP_DIR', 'TEST_CLOCK'].sort());
});

it('.env.example has each variable but those for tests, and no other', () => {
  const example = readFileSync(new URL('../../../../../.env.example', import.meta.url), 'utf8');
  const documented = [...example.matchAll(/^#([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
  const isProvider = (name = '') => name.startsWith('OAUTH_EXAMPLE_');
  expect(documented.filter((name) => !isProvider(name)).sort()).toEqual(
    VARIABLE_NAMES.filter((name) => !['NODE_ENV', 'PUSH_TEST_ORIGIN'].includes(name)).sort(),
  );
});

it('names variables that are missing beside others', () => {
  expect(getConfigError({ STRIPE_SECRET_KEY: 'sk_test_1' }).variables.sort()).toEqual([
    'STRIPE_PRICE_MONTHLY',
    'STRIPE_PRICE_YEARLY',
    'STRIPE_WEBHOOK_SECRET',
  ]);
  expect(getConfigError({ LLM_BASE_URL: 'http://llm/v1' }).variables).toEqual(['LLM_MODEL']);
  expect(getConfigError({ OAUTH_PROVIDERS: 'acme' }).variables).toEqual([
    'OAUTH_ACME_ISSUER',
    'OAUTH_ACME_CLIENT_ID',
    'OAUTH_ACME_CLIENT_SECRET',
  ]);
});

it('a replica is another server than the database, and Redis one server or several of a cluster', () => {
  const DATABASE_URL = 'postgres://u:p@db/soulsight';
  const variables = (env: Record<string, string>) => getConfigError(env).variables;
  expect(variables({ DATABASE_REPLICA_URL: DATABASE_URL })).toEqual(['DATABASE_URL']);
  expect(variables({ DATABASE_URL, DATABASE_REPLICA_URL: DATABASE_URL })).toEqual(['DATABASE_REPLICA_URL']);
  expect(variables({ DATABASE_URL, DATABASE_REPLICA_URL: 'replica:5432' })).toEqual(['DATABASE_REPLICA_URL']);
  expect(variables({ DATABASE_REPLICA_MAX_LAG_SECONDS: '0' })).toEqual(['DATABASE_REPLICA_MAX_LAG_SECONDS']);
  expect(configFromEnv({ DATABASE_URL, DATABASE_REPLICA_URL: 'postgres://u:p@replica/soulsight' }).database).toEqual({
    kind: 'postgres',
    replicaMaxLagMs: 10_000,
  });
  expect(variables({ REDIS_URL: 'redis://one:6379,two:6379' })).toEqual(['REDIS_URL']);
  expect(configFromEnv({ REDIS_URL: 'redis://one:6379,redis://two:6379' }).bus).toBe('redis');
});

it.each<[string, Record<string, string>, string[]]>([
  ['a pair of VAPID keys', keys, []],
  ['a public key of another pair', { ...keys, VAPID_PUBLIC_KEY: otherKeys.VAPID_PUBLIC_KEY }, ['VAPID_PUBLIC_KEY']],
  ['a key with padding', { ...keys, VAPID_PRIVATE_KEY: `${keys.VAPID_PRIVATE_KEY}=` }, ['VAPID_PRIVATE_KEY']],
  [
    'a key that was cut off',
    { ...keys, VAPID_PRIVATE_KEY: keys.VAPID_PRIVATE_KEY.slice(0, -1) },
    ['VAPID_PRIVATE_KEY'],
  ],
  ['a private key of nothing', { ...keys, VAPID_PRIVATE_KEY: 'A'.repeat(43) }, ['VAPID_PUBLIC_KEY']],
  ['a backup folder beside the data', { DATA_DIR: '/data', BACKUP_DIR: '/data-backups' }, []],
  ['the data in the backup folder', { DATA_DIR: '/backups/data', BACKUP_DIR: '/backups' }, []],
  ['a backup folder in the data', { DATA_DIR: '/data', BACKUP_DIR: '/data/.hidden/backups' }, ['BACKUP_DIR']],
  ['a backup folder that is the data', { DATA_DIR: '/data/', BACKUP_DIR: '/data' }, ['BACKUP_DIR']],
  ['tokens that expire at once', { GOTRUE_JWT_EXP: '0' }, ['GOTRUE_JWT_EXP']],
  ['codes that expire at once', { GOTRUE_MAILER_OTP_EXP: '0s' }, ['GOTRUE_MAILER_OTP_EXP']],
  [
    'challenges that expire at once',
    { GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION: '0' },
    ['GOTRUE_MFA_CHALLENGE_EXPIRY_DURATION'],
  ],
  ['sessions without a limit', { GOTRUE_SESSIONS_TIMEBOX: '0' }, []],
  ['a sender without an address', { MAIL_FROM: 'Soulsight' }, ['MAIL_FROM']],
  ['a sender with half an address', { MAIL_FROM: 'Soulsight <hello@>' }, ['MAIL_FROM']],
  ['a sender that is an address', { MAIL_FROM: 'hello@dating.example' }, []],
  ['a sender with a name', { MAIL_FROM: 'Love, & more <hello@dating.example>' }, []],
  ['half a captcha', { CAPTCHA_SITE_KEY: 'site' }, ['CAPTCHA_VERIFY_URL']],
  ['the key of no language model', { LLM_API_KEY: 'key' }, ['LLM_BASE_URL']],
  ['a limit of no language model', { LLM_SITE_COST_PER_DAY: '5' }, ['LLM_BASE_URL']],
  ['a time for answers that the page would not wait for', { LLM_ANSWER_SECONDS: '60' }, ['LLM_ANSWER_SECONDS']],
  ['a limit that is no amount', { LLM_SITE_TOKENS_PER_DAY: 'few' }, ['LLM_SITE_TOKENS_PER_DAY', 'LLM_BASE_URL']],
  ['a photo store without a bucket', { S3_URL: 'https://key:secret@host/' }, ['S3_URL']],
  ['a bucket of AWS without a name', { S3_URL: 's3:///photos' }, ['S3_URL']],
  ['a bucket of AWS', { S3_URL: 's3://bucket/prefix' }, []],
  ['the token of no sender of text messages', { SMS_TOKEN: 'token' }, ['SMS_URL']],
  ['prices without the key of Stripe', { STRIPE_PRICE_MONTHLY: 'price_1' }, ['STRIPE_SECRET_KEY']],
])('refuses what would only fail later: %s', (_, env, bad) => {
  if (bad.length > 0) expect(getConfigError(env).variables).toEqual(bad);
  else configFromEnv(env);
});

it('never prints a secret', () => {
  const config = configFromEnv({
    DATABASE_URL: 'postgres://u:hunter2@db/s',
    DATABASE_REPLICA_URL: 'postgres://u:hunter2@replica/s',
    REDIS_URL: 'redis://:hunter2@redis',
    SMTP_URL: 'smtp://u:hunter2@mail',
    METRICS_TOKEN: 'hunter2hunter2hunter2',
  });
  expect(config.secrets.databaseUrl).toContain('hunter2');
  expect(JSON.stringify(config)).not.toContain('hunter2');
  expect(inspect(config, { depth: 9 })).not.toContain('hunter2');
});

it('does not repeat a bad secret', () => {
  expect(getConfigError({ STRIPE_SECRET_KEY: 'hunter2', ENCRYPTION_KEY: 'hunter2' }).message).not.toContain('hunter2');
});

it('an empty variable counts as not set', () => {
  expect(readEnv({ PORT: ' ', HOST: '::1', NOTHING: undefined })).toEqual({ HOST: '::1' });
});

it('the public address has no trailing slash', () => {
  expect(configFromEnv({ PUBLIC_URL: 'https://soulsight.example/' }).publicUrl).toBe('https://soulsight.example');
});
