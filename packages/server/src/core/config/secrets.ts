import { createECDH } from 'node:crypto';
import type { JWK } from 'jose';
import { z } from 'zod';
import type { Env } from './env.ts';

const KEY_BYTES = 32;

const VAPID_PUBLIC_BYTES = 65;

/** In base64url without padding, as web push wants it. */
function vapidKey(bytes: number) {
  return z
    .string()
    .refine((v) => {
      const key = Buffer.from(v, 'base64url');
      return key.length === bytes && key.toString('base64url') === v;
    }, `must be ${bytes} bytes in base64url (npx web-push generate-vapid-keys)`)
    .optional();
}

/** Whether the private key is that of the public one. */
export function isVapidPair(publicKey: string, privateKey: string): boolean {
  const curve = createECDH('prime256v1');
  try {
    curve.setPrivateKey(privateKey, 'base64url');
  } catch {
    return false;
  }
  return curve.getPublicKey('base64url') === publicKey;
}

/** Variables that are or contain a secret. */
export const secretVariables = {
  ENCRYPTION_KEY: z
    .string()
    .refine(
      (v) => Buffer.from(v, 'base64').length === KEY_BYTES,
      'must be 32 bytes in base64 (openssl rand -base64 32)',
    )
    .optional(),
  LLM_API_KEY: z.string().optional(),
  STRIPE_SECRET_KEY: z.string().startsWith('sk_', 'must start with sk_').optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith('whsec_', 'must start with whsec_').optional(),
  VAPID_PUBLIC_KEY: vapidKey(VAPID_PUBLIC_BYTES),
  VAPID_PRIVATE_KEY: vapidKey(KEY_BYTES),
  CAPTCHA_SECRET: z.string().optional(),
  SMS_TOKEN: z.string().optional(),
  GOTRUE_JWT_KEYS: z.string().transform(readJwks).optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
};

type SecretVariables = z.output<z.ZodObject<typeof secretVariables>>;

function readJwks(text: string, ctx: z.RefinementCtx): Record<string, unknown>[] {
  try {
    const parsed: unknown = JSON.parse(text);
    const keys = Array.isArray(parsed) ? parsed : (parsed as { keys?: unknown }).keys;
    if (Array.isArray(keys) && keys.length > 0) return keys as Record<string, unknown>[];
  } catch {
    // Reported below.
  }
  ctx.addIssue('must be a JSON array of JWKs');
  return z.NEVER;
}

/** Everything that must never be printed. It prints as `[secrets]`. */
export interface Secrets {
  databaseUrl: string | null;
  databaseReplicaUrl: string | null;
  redisUrl: string | null;
  s3Url: string | null;
  smtpUrl: string | null;
  /** 32 bytes that wrap every data key; null: generated once in the data directory. */
  encryptionKey: Buffer | null;
  llmApiKey: string | null;
  stripeSecretKey: string | null;
  stripeWebhookSecret: string | null;
  /** Null: generated once in the data directory. */
  vapid: { publicKey: string; privateKey: string } | null;
  captcha: string | null;
  smsToken: string | null;
  metricsToken: string | null;
  /** Keys that sign access tokens; null: generated once and stored in the database. */
  jwtKeys: JWK[] | null;
  /** Client secrets of the OpenID providers by name. */
  oauth: Record<string, string>;
}

export function toSecrets(env: Env, v: SecretVariables, oauth: { name: string }[]): Secrets {
  const secrets: Secrets = {
    databaseUrl: env.DATABASE_URL ?? null,
    databaseReplicaUrl: env.DATABASE_REPLICA_URL ?? null,
    redisUrl: env.REDIS_URL ?? null,
    s3Url: env.S3_URL ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    encryptionKey: v.ENCRYPTION_KEY ? Buffer.from(v.ENCRYPTION_KEY, 'base64') : null,
    llmApiKey: v.LLM_API_KEY ?? null,
    stripeSecretKey: v.STRIPE_SECRET_KEY ?? null,
    stripeWebhookSecret: v.STRIPE_WEBHOOK_SECRET ?? null,
    vapid:
      v.VAPID_PUBLIC_KEY && v.VAPID_PRIVATE_KEY
        ? { publicKey: v.VAPID_PUBLIC_KEY, privateKey: v.VAPID_PRIVATE_KEY }
        : null,
    captcha: v.CAPTCHA_SECRET ?? null,
    smsToken: v.SMS_TOKEN ?? null,
    metricsToken: v.METRICS_TOKEN ?? null,
    jwtKeys: (v.GOTRUE_JWT_KEYS as JWK[] | undefined) ?? null,
    oauth: Object.fromEntries(oauth.map(({ name }) => [name, env[`OAUTH_${name.toUpperCase()}_CLIENT_SECRET`] ?? ''])),
  };
  return hideWhenPrinted(secrets);
}

/** Makes `JSON.stringify`, `console.log` and loggers print a placeholder. */
function hideWhenPrinted(secrets: Secrets): Secrets {
  const print = { value: () => '[secrets]', enumerable: false };
  return Object.defineProperties(secrets, { toJSON: print, [Symbol.for('nodejs.util.inspect.custom')]: print });
}
