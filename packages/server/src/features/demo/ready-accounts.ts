import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '@soulsight/contract/errors';
import { z } from 'zod';
import type { Features } from '../../app/composition.ts';
import type { Core } from '../../core/core.ts';
import { buildUser } from './builders/user.builder.ts';
import { makeReadyModerator } from './demo.store.ts';
import { DEMO_USER_COUNT } from './demo-bot.rules.ts';
import { createDemoCases, createDemoSelfies } from './demo-cases.ts';
import { addLife, createPartners } from './ready-life.ts';

export const READY_ACCOUNTS_FILE = 'demo-accounts.json';
const accountSchema = z.object({ email: z.string(), password: z.string() });
const accountsSchema = z.object({ free: accountSchema, premium: accountSchema, moderator: accountSchema.optional() });
export type ReadyAccounts = z.output<typeof accountsSchema>;

/** Stripe's public test card, accepted only by the built-in gateway. */
const TEST_CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2099, cvc: '123' };

const NAMES: Record<keyof ReadyAccounts, string> = { free: 'Frida', premium: 'Paula', moderator: 'Mona' };

/**
 * A free, a premium and a moderator account to sign in with, created on the first start and stored in the data folder.
 * @param options.size how many demo users there will be
 */
export async function ensureReadyAccounts(
  core: Pick<Core, 'config' | 'db' | 'clock'>,
  features: Features,
  { size = DEMO_USER_COUNT }: { size?: number | undefined } = {},
): Promise<ReadyAccounts> {
  const { config } = core;
  const file = path.join(config.dataDir, READY_ACCOUNTS_FILE);
  const saved = readSavedAccounts(file);
  if (saved?.moderator) {
    // A start without the demo took the role.
    await makeReadyModerator(core.db, saved.moderator.email);
    return saved;
  }
  const partners = saved ? [] : await createPartners(core, features, size);
  const create = async (plan: keyof ReadyAccounts) => {
    const { id, ...account } = await createReadyAccount(features, plan);
    if (plan !== 'moderator') await addLife(core, features, { id, plan }, partners);
    return account;
  };
  const accounts = {
    free: saved?.free ?? (await create('free')),
    premium: saved?.premium ?? (await create('premium')),
    moderator: await create('moderator'),
  };
  await createDemoCases(features);
  await createDemoSelfies(features);
  writeFileSync(file, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
  return accounts;
}

/** The ready accounts, or null while none were created. */
export function findReadyAccounts({ dataDir }: Pick<Core['config'], 'dataDir'>): ReadyAccounts | null {
  return readSavedAccounts(path.join(dataDir, READY_ACCOUNTS_FILE));
}

function readSavedAccounts(file: string): ReadyAccounts | null {
  try {
    return accountsSchema.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? null;
  } catch {
    return null;
  }
}

async function createReadyAccount(features: Features, plan: keyof ReadyAccounts) {
  const tag = randomBytes(4).toString('hex');
  const account = { email: `${plan}-${tag}@demo.example`, password: `quiet-harbour-${tag}` };
  const { id } = await buildUser(features, {
    ...account,
    firstName: NAMES[plan],
    isModerator: plan === 'moderator',
    isReadyAccount: true,
  });
  if (plan === 'premium' && features.subscription.gateway === 'test') {
    const purchase = { offer: 'premium_yearly', card: TEST_CARD, idempotency_key: crypto.randomUUID() } as const;
    await features.subscription.buy(id, purchase).catch((error) => {
      // On a public site the test gateway is closed, and the account stays free.
      if (!(error instanceof AppError && error.code === 'payment_failed')) throw error;
    });
  }
  return { ...account, id };
}
