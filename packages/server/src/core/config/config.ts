import path from 'node:path';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import { z } from 'zod';
import { type AuthConfig, authVariables, toAuthConfig } from './auth-config.ts';
import type { Env } from './env.ts';
import { isInside } from './is-inside.ts';
import { isLocal, isLoopbackHost } from './is-local.ts';
import { isVapidPair, type Secrets, secretVariables, toSecrets } from './secrets.ts';
import { StartError } from './start-error.ts';

export type Role = 'all' | 'web' | 'worker';

/** The configuration of the server. Only `secrets` must not be logged. */
export interface Config {
  env: 'development' | 'test' | 'production';
  role: Role;
  host: string;
  /** 0 for any free port. */
  port: number;
  /** The address that users open, without a trailing slash. */
  publicUrl: string;
  /** Absolute. Holds the embedded database, photos, keys and the mailbox. */
  dataDir: string;
  /** Absolute. Where backups of the embedded installation go, with the list of erased users. */
  backupDir: string;
  /** A backup removes those in its folder that are older than this. */
  backupKeepDays: number;
  /** `replicaMaxLagMs`: how far behind the primary a replica may be to be read. */
  database: { kind: 'embedded' } | { kind: 'postgres'; replicaMaxLagMs: number };
  bus: 'memory' | 'redis';
  storage: 'disk' | 's3';
  /**
   * `isReadable`: the mailbox has a page. It shows the sign-in links of all users, so it exists only where HOST is a loopback
   * address and PUBLIC_URL is local.
   */
  mail: { kind: 'mailbox'; isReadable: boolean } | { kind: 'smtp'; from: string };
  /** Whether `POST /dev/clock` moves the server's clock: never in production, and only for this machine. */
  testClock: boolean;
  llm: { baseUrl: string; model: string } | null;
  /**
   * How long an answer of the language model may take, and what one person, and the whole site, may use of it in a day; null if
   * nothing limits the site. Prices are per million tokens, costs in millionths.
   */
  llmLimits: {
    answerMaxMs: number;
    tokensPerDay: number;
    costPerDayMicro: number;
    siteTokensPerDay: number | null;
    siteCostPerDayMicro: number | null;
    inputPrice: number;
    outputPrice: number;
  };
  /** The operator's list of help lines by country; null for our own. */
  helpLinesFile: string | null;
  /** `test` sells premium for public test card numbers, so it exists only where PUBLIC_URL is local or DEMO=1 is set. */
  payments: 'test' | 'stripe' | 'none';
  /** The seller's name, address and numbers on receipts, one line each. */
  billingSeller: string[];
  stripePriceIds: { monthly: string | null; yearly: string | null };
  /** Sign-in, from the `GOTRUE_` variables. */
  auth: AuthConfig;
  /** OpenID providers by name. */
  oauth: { name: string; issuer: string; clientId: string; label: string }[];
  captcha: { verifyUrl: string; siteKey: string } | null;
  sms: { url: string; from: string } | null;
  /** The contact in the VAPID header of push messages. */
  vapidSubject: string;
  /** The origin of a push service on this machine, for tests; null in production. */
  pushTestOrigin: string | null;
  /** Whether the demo population is created. */
  demo: boolean;
  /** The number of demo users. */
  demoPeople: number;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** How long a stopping node goes on serving, so that load balancers see that it is not ready and send callers elsewhere. */
  drainMs: number;
  /** The number of proxies in front that set X-Forwarded-For and -Proto; 0 trusts none. */
  trustedProxies: number;
  /** The OpenTelemetry collector that gets traces and metrics (OTLP over HTTP); null for none. */
  otlpEndpoint: string | null;
  /** Everybody who reaches the port may read /metrics, without a token. */
  publicMetrics: boolean;
  secrets: Secrets;
}

/** The environment is invalid; `message` names every bad variable. */
export class ConfigError extends StartError {
  readonly variables: string[];

  constructor(problems: { variable: string; problem: string }[]) {
    super(`Bad configuration:\n${problems.map((p) => `  ${p.variable}: ${p.problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.variables = problems.map((p) => p.variable);
  }
}

const DEFAULT_PORT = 3000;
/** Nobody has it: for a trial. */
export const EXAMPLE_ADDRESS = 'hello@soulsight.example';

function urlWithProtocol(...protocols: string[]) {
  return z
    .string()
    .refine(
      (v) => URL.canParse(v) && protocols.includes(new URL(v).protocol),
      `must be a URL (${protocols.join(', ')})`,
    );
}

/** What is not a URL is another problem of the same variable. */
function hasBucket(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { protocol, host, pathname } = new URL(text);
  return protocol === 's3:' ? host !== '' : /[^/]/.test(pathname);
}

const flag = z.enum(['0', '1', 'true', 'false'], 'must be 0 or 1').transform((v) => v === '1' || v === 'true');

/** Zero or more, with decimals. */
const amountOrNone = z
  .string()
  .regex(/^\d{1,9}(?:\.\d{1,6})?$/, 'must be a number, zero or more')
  .transform(Number)
  .optional();
const amount = (otherwise: number) => amountOrNone.unwrap().default(otherwise);

const variables = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'must be development, test or production')
    .default('production'),
  ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
  HOST: z.string().default('127.0.0.1'),
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((p) => p <= 65_535, 'must be a port number')
    .default(DEFAULT_PORT),
  PUBLIC_URL: urlWithProtocol('http:', 'https:').optional(),
  DATA_DIR: z.string().default('.data'),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'must be a number of days')
    .transform(Number)
    .default(30),
  DATABASE_URL: urlWithProtocol('postgres:', 'postgresql:').optional(),
  DATABASE_REPLICA_URL: urlWithProtocol('postgres:', 'postgresql:').optional(),
  DATABASE_REPLICA_MAX_LAG_SECONDS: z
    .string()
    .regex(/^([1-9]\d?|[12]\d\d|300)$/, 'must be a number of seconds from 1 to 300')
    .transform(Number)
    .default(10),
  REDIS_URL: z
    .string()
    .refine(
      (v) => v.split(',').every((url) => urlWithProtocol('redis:', 'rediss:').safeParse(url).success),
      'must be a URL (redis:, rediss:), or several of one cluster with commas between',
    )
    .optional(),
  S3_URL: urlWithProtocol('http:', 'https:', 's3:')
    .refine(hasBucket, 'must name a bucket: https://<key>:<secret>@<host>/<bucket>')
    .optional(),
  SMTP_URL: urlWithProtocol('smtp:', 'smtps:').optional(),
  MAIL_FROM: z
    .string()
    .max(200)
    .regex(
      /^(?:[^<>]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'must be an address, or a name with one: Name <address>',
    )
    .default(`Soulsight <${EXAMPLE_ADDRESS}>`),
  LLM_BASE_URL: urlWithProtocol('http:', 'https:').optional(),
  LLM_MODEL: z.string().optional(),
  LLM_ANSWER_SECONDS: z
    .string()
    .regex(/^([1-9]|1\d|20)$/, 'must be a number of seconds from 1 to 20')
    .transform(Number)
    .default(20),
  LLM_TOKENS_PER_DAY: amount(60_000),
  LLM_COST_PER_DAY: amount(0.2),
  LLM_SITE_TOKENS_PER_DAY: amountOrNone,
  LLM_SITE_COST_PER_DAY: amountOrNone,
  LLM_INPUT_PRICE: amount(0),
  LLM_OUTPUT_PRICE: amount(0),
  HELP_LINES_FILE: z
    .string()
    .transform((v) => path.resolve(v))
    .nullable()
    .default(null),
  BILLING_SELLER: z
    .string()
    .max(500)
    .transform((v) => v.split('|').map((line) => line.trim()))
    .default([PRODUCT_NAME]),
  STRIPE_PRICE_MONTHLY: z.string().optional(),
  STRIPE_PRICE_YEARLY: z.string().optional(),
  OAUTH_PROVIDERS: z
    .string()
    .regex(/^[a-z0-9_]+(,[a-z0-9_]+)*$/, 'must be names in lower case with commas between')
    .transform((v) => v.split(','))
    .default([]),
  CAPTCHA_VERIFY_URL: urlWithProtocol('http:', 'https:').optional(),
  CAPTCHA_SITE_KEY: z.string().optional(),
  SMS_URL: urlWithProtocol('http:', 'https:').optional(),
  SMS_FROM: z.string().default('Soulsight'),
  VAPID_SUBJECT: urlWithProtocol('mailto:', 'https:').default(`mailto:${EXAMPLE_ADDRESS}`),
  PUSH_TEST_ORIGIN: urlWithProtocol('http:', 'https:')
    .transform((v) => new URL(v).origin)
    .nullable()
    .default(null),
  DEMO: flag.optional(),
  DEMO_PEOPLE: z
    .string()
    .regex(/^([1-9]\d?|1\d\d|200)$/, 'must be a number from 1 to 200')
    .transform(Number)
    .default(200),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a level such as info or warn')
    .optional(),
  DRAIN_SECONDS: z
    .string()
    .regex(/^([0-9]|[1-9]\d|1[01]\d|120)$/, 'must be a number of seconds from 0 to 120')
    .transform(Number)
    .default(0),
  TRUSTED_PROXIES: z.string().regex(/^\d$/, 'must be a number from 0 to 9').transform(Number).default(0),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlWithProtocol('http:', 'https:').nullable().default(null),
  METRICS_PUBLIC: flag.default(false),
  TEST_CLOCK: flag.default(false),
  ...authVariables,
  ...secretVariables,
});

/** All variables but those of the providers in OAUTH_PROVIDERS. */
export const VARIABLE_NAMES: string[] = Object.keys(variables.shape);

type Variables = z.output<typeof variables>;
type Problem = { variable: string; problem: string };

/** Settings that only work together: [the variable, another one that it needs]. */
const TOGETHER: [keyof Variables, keyof Variables][] = [
  ['DATABASE_REPLICA_URL', 'DATABASE_URL'],
  ['LLM_BASE_URL', 'LLM_MODEL'],
  ['LLM_MODEL', 'LLM_BASE_URL'],
  ['LLM_API_KEY', 'LLM_BASE_URL'],
  ['LLM_SITE_TOKENS_PER_DAY', 'LLM_BASE_URL'],
  ['LLM_SITE_COST_PER_DAY', 'LLM_BASE_URL'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PRICE_MONTHLY'],
  ['STRIPE_SECRET_KEY', 'STRIPE_PRICE_YEARLY'],
  ['STRIPE_WEBHOOK_SECRET', 'STRIPE_SECRET_KEY'],
  ['STRIPE_PRICE_MONTHLY', 'STRIPE_SECRET_KEY'],
  ['STRIPE_PRICE_YEARLY', 'STRIPE_SECRET_KEY'],
  ['CAPTCHA_VERIFY_URL', 'CAPTCHA_SECRET'],
  ['CAPTCHA_VERIFY_URL', 'CAPTCHA_SITE_KEY'],
  ['CAPTCHA_SECRET', 'CAPTCHA_VERIFY_URL'],
  ['CAPTCHA_SITE_KEY', 'CAPTCHA_VERIFY_URL'],
  ['SMS_TOKEN', 'SMS_URL'],
  ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
  ['VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY'],
];

function findMissingPartners(env: Env): Problem[] {
  const missing = new Map<string, string>();
  for (const [has, needs] of TOGETHER) {
    if (env[has] !== undefined && env[needs] === undefined) missing.set(needs, `is needed with ${has}`);
  }
  return [...missing].map(([variable, problem]) => ({ variable, problem }));
}

/** With keys that do not belong together every push service refuses, and browsers subscribe to a key that nobody has. */
function findVapidProblems({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }: Variables): Problem[] {
  if (!VAPID_PUBLIC_KEY || !VAPID_PRIVATE_KEY || isVapidPair(VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY)) return [];
  return [{ variable: 'VAPID_PUBLIC_KEY', problem: 'does not belong to VAPID_PRIVATE_KEY' }];
}

/** A backup copies the folders of DATA_DIR, so each would contain all earlier ones. */
function findBackupProblems(v: Variables): Problem[] {
  const { dataDir, backupDir } = toFolders(v);
  return isInside(dataDir, backupDir) ? [{ variable: 'BACKUP_DIR', problem: BACKUPS_APART }] : [];
}

/** A caller who moves the clock revives expired tokens and opens locks. */
function findTestClockProblems({ TEST_CLOCK, NODE_ENV, HOST, PUBLIC_URL }: Variables): Problem[] {
  const refuse = (problem: string) => [{ variable: 'TEST_CLOCK', problem }];
  if (!TEST_CLOCK) return [];
  if (NODE_ENV === 'production') return refuse('needs NODE_ENV=development or test; production is the default');
  if (!isLoopbackHost(HOST) || (PUBLIC_URL && !isLocal(PUBLIC_URL)))
    return refuse('needs a loopback HOST and a local PUBLIC_URL');
  return [];
}

/** `OAUTH_<NAME>_ISSUER`, `_CLIENT_ID`, `_CLIENT_SECRET` and, as a label, `_LABEL` of each name in OAUTH_PROVIDERS. */
function readOauthProviders(env: Env, names: string[]) {
  const problems: Problem[] = [];
  const providers = names.map((name) => {
    const prefix = `OAUTH_${name.toUpperCase()}_`;
    for (const part of ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET']) {
      if (!env[prefix + part]) problems.push({ variable: prefix + part, problem: 'is needed by OAUTH_PROVIDERS' });
    }
    const issuer = env[`${prefix}ISSUER`] ?? '';
    if (issuer && !URL.canParse(issuer)) problems.push({ variable: `${prefix}ISSUER`, problem: 'must be a URL' });
    const label = env[`${prefix}LABEL`] ?? name.charAt(0).toUpperCase() + name.slice(1);
    return { name, issuer, clientId: env[`${prefix}CLIENT_ID`] ?? '', label };
  });
  return { providers, problems };
}

function findReplicaProblems({ DATABASE_URL, DATABASE_REPLICA_URL }: Variables): Problem[] {
  if (DATABASE_REPLICA_URL === undefined || DATABASE_REPLICA_URL !== DATABASE_URL) return [];
  return [{ variable: 'DATABASE_REPLICA_URL', problem: 'must be a standby, not DATABASE_URL itself' }];
}

function findPushTestProblems({ PUSH_TEST_ORIGIN, NODE_ENV }: Variables): Problem[] {
  if (!PUSH_TEST_ORIGIN || NODE_ENV !== 'production') return [];
  return [{ variable: 'PUSH_TEST_ORIGIN', problem: 'is for tests and does not exist in production' }];
}

/** Variables that are good on their own, but not with the others. */
const CONTRADICTIONS = [
  findVapidProblems,
  findBackupProblems,
  findTestClockProblems,
  findReplicaProblems,
  findPushTestProblems,
];

/** Reads each variable by itself. A bad one counts as not set, so that the good ones are compared with each other nevertheless. */
function readVariables(env: Env): { values: Variables; problems: Problem[] } {
  const parsed = variables.safeParse(env);
  if (parsed.success) return { values: parsed.data, problems: [] };
  const problems = parsed.error.issues.map((i) => ({ variable: i.path.join('.'), problem: i.message }));
  const bad = new Set(problems.map(({ variable }) => variable));
  const good = Object.entries(env).filter(([name]) => !bad.has(name));
  return { values: variables.parse(Object.fromEntries(good)), problems };
}

/**
 * Turns the environment into the configuration.
 * @throws ConfigError naming every bad variable at once.
 */
export function configFromEnv(env: Env): Config {
  const { values, problems } = readVariables(env);
  const oauth = readOauthProviders(env, values.OAUTH_PROVIDERS);
  problems.push(...findMissingPartners(env), ...CONTRADICTIONS.flatMap((find) => find(values)), ...oauth.problems);
  if (problems.length > 0) throw new ConfigError(problems);
  return toConfig(env, values, oauth.providers);
}

/** A restore replaces the data, but must keep the list by which users who were erased since are erased again. */
const BACKUPS_APART =
  'must not be inside DATA_DIR: its folder `erased` lists the users who were erased, and has to stay when DATA_DIR is restored';

function toFolders(v: Variables): Pick<Config, 'dataDir' | 'backupDir'> {
  const dataDir = path.resolve(v.DATA_DIR);
  return { dataDir, backupDir: path.resolve(v.BACKUP_DIR ?? `${dataDir}-backups`) };
}

/** People who come to a public address must not meet simulated ones. */
function toDemo(v: Variables, publicUrl: string): Pick<Config, 'demo' | 'demoPeople'> {
  const isTrial = v.DATABASE_URL === undefined && isLocal(publicUrl);
  return { demo: v.DEMO ?? isTrial, demoPeople: v.DEMO_PEOPLE };
}

function toLlmLimits(v: Variables): Config['llmLimits'] {
  const { LLM_SITE_TOKENS_PER_DAY: siteTokens, LLM_SITE_COST_PER_DAY: siteCost } = v;
  return {
    answerMaxMs: v.LLM_ANSWER_SECONDS * 1_000,
    tokensPerDay: v.LLM_TOKENS_PER_DAY,
    costPerDayMicro: v.LLM_COST_PER_DAY * 1_000_000,
    siteTokensPerDay: siteTokens === undefined ? null : Math.floor(siteTokens),
    siteCostPerDayMicro: siteCost === undefined ? null : Math.round(siteCost * 1_000_000),
    inputPrice: v.LLM_INPUT_PRICE,
    outputPrice: v.LLM_OUTPUT_PRICE,
  };
}

function toConfig(env: Env, v: Variables, oauth: Config['oauth']): Config {
  const embedded = v.DATABASE_URL === undefined;
  const publicUrl = (v.PUBLIC_URL ?? `http://localhost:${v.PORT}`).replace(/\/+$/, '');
  return {
    env: v.NODE_ENV,
    role: v.ROLE,
    host: v.HOST,
    port: v.PORT,
    publicUrl,
    ...toFolders(v),
    backupKeepDays: v.BACKUP_KEEP_DAYS,
    database: embedded
      ? { kind: 'embedded' }
      : { kind: 'postgres', replicaMaxLagMs: v.DATABASE_REPLICA_MAX_LAG_SECONDS * 1_000 },
    bus: v.REDIS_URL ? 'redis' : 'memory',
    storage: v.S3_URL ? 's3' : 'disk',
    mail: v.SMTP_URL
      ? { kind: 'smtp', from: v.MAIL_FROM }
      : { kind: 'mailbox', isReadable: isLoopbackHost(v.HOST) && isLocal(publicUrl) },
    testClock: v.TEST_CLOCK,
    llm: v.LLM_BASE_URL && v.LLM_MODEL ? { baseUrl: v.LLM_BASE_URL, model: v.LLM_MODEL } : null,
    llmLimits: toLlmLimits(v),
    helpLinesFile: v.HELP_LINES_FILE,
    payments: v.STRIPE_SECRET_KEY ? 'stripe' : isLocal(publicUrl) || v.DEMO === true ? 'test' : 'none',
    billingSeller: v.BILLING_SELLER,
    stripePriceIds: { monthly: v.STRIPE_PRICE_MONTHLY ?? null, yearly: v.STRIPE_PRICE_YEARLY ?? null },
    auth: toAuthConfig(v, publicUrl),
    oauth,
    captcha:
      v.CAPTCHA_VERIFY_URL && v.CAPTCHA_SITE_KEY
        ? { verifyUrl: v.CAPTCHA_VERIFY_URL, siteKey: v.CAPTCHA_SITE_KEY }
        : null,
    sms: v.SMS_URL ? { url: v.SMS_URL, from: v.SMS_FROM } : null,
    vapidSubject: v.VAPID_SUBJECT,
    pushTestOrigin: v.PUSH_TEST_ORIGIN,
    ...toDemo(v, publicUrl),
    logLevel: v.LOG_LEVEL ?? (v.NODE_ENV === 'test' ? 'silent' : 'warn'),
    drainMs: v.DRAIN_SECONDS * 1_000,
    trustedProxies: v.TRUSTED_PROXIES,
    publicMetrics: v.METRICS_PUBLIC,
    otlpEndpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT,
    secrets: toSecrets(env, v, oauth),
  };
}
