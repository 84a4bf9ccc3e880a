import { normalizeEmail } from '@soulsight/contract/email-address';
import { uuidSchema } from '@soulsight/contract/endpoint';
import { StartError } from '../core/config/start-error.ts';
import type { Core } from '../core/core.ts';
import type { Db, Tx } from '../core/db/types.ts';
import type { OperatorCommands } from '../core/ops/operator-socket.ts';
import type { Notice } from '../core/realtime/bus.ts';
import { saveMaintenance } from '../core/realtime/maintenance.store.ts';
import { findUserByEmail, updateUser } from '../features/auth/account/user.store.ts';
import type { App } from './app.ts';
import type { Features } from './composition.ts';

/** What each command about a role changes. */
const ROLE_COMMANDS = {
  'moderator:add': { change: { isModerator: true }, done: 'is now a moderator. The queue is at /moderation.' },
  'moderator:remove': { change: { isModerator: false }, done: 'is not a moderator any more.' },
  'operator:add': { change: { isOperator: true }, done: 'is now an operator. The failed jobs are at /operations.' },
  'operator:remove': { change: { isOperator: false }, done: 'is not an operator any more.' },
} as const;
export type RoleCommand = keyof typeof ROLE_COMMANDS;

/**
 * Gives an account a role, or takes it away. Its open sessions follow at their next request.
 * @param forgetCached drops what this process has cached of the user's sessions; only a running server caches them
 * @throws StartError if there is no account with this email
 */
export async function changeRole(
  db: Db,
  command: RoleCommand,
  email: string,
  forgetCached: (tx: Tx, userId: string) => void = () => {},
): Promise<string> {
  const { change, done } = ROLE_COMMANDS[command];
  const address = normalizeEmail(email);
  await db.transaction(async (tx) => {
    const user = address === null ? null : await findUserByEmail(tx, address);
    if (!user) throw new StartError(`There is no account with the email ${email}.`);
    await updateUser(tx, user.id, change);
    forgetCached(tx, user.id);
  });
  return `${email} ${done}`;
}

/** The API keys for Supabase's clients. */
export async function issueApiKeys({ auth }: Pick<Features, 'auth'>): Promise<string> {
  const anon = await auth.authenticator.issueApiKey('anon');
  const service = await auth.authenticator.issueApiKey('service_role');
  return `anon (public, for browsers):\n${anon}\n\nservice_role (secret: full access to all accounts):\n${service}`;
}

/** Shows a notice to everyone who is connected, and a maintenance to later ones. @param argument JSON of a `Notice` */
async function announce({ db, hub }: Pick<Core, 'db' | 'hub'>, argument: string): Promise<string> {
  const notice = JSON.parse(argument) as Notice;
  if (notice.type === 'maintenance') await saveMaintenance(db, notice.payload);
  await hub.announce(notice);
  return 'Everyone who is connected sees it now.';
}

/** The jobs that failed on every attempt, as a table. */
export async function listDeadJobs({ jobs }: Pick<Core, 'jobs'>): Promise<string> {
  const dead = await jobs.listDead();
  if (dead.length === 0) return 'No job has failed on every attempt.';
  const lines = dead.map(({ id, name, failedAt, error }) => `${failedAt.toISOString()}  ${name}  ${id}\n  ${error}`);
  return `${lines.join('\n')}\nRun one again with: npm run jobs:retry -- ID\nDelete one with: npm run jobs:discard -- ID`;
}

/** Runs a dead job again. @throws StartError for an unknown id */
export async function retryDeadJob({ jobs }: Pick<Core, 'jobs'>, id: string): Promise<string> {
  if (!(await jobs.retryDead(id))) throw new StartError(`There is no failed job with the id ${id}.`);
  return 'The job runs again.';
}

/** Deletes a dead job. @throws StartError for an unknown id */
export async function discardDeadJob({ jobs }: Pick<Core, 'jobs'>, id: string): Promise<string> {
  if (!(await jobs.discardDead(id))) throw new StartError(`There is no failed job with the id ${id}.`);
  return 'The job is gone.';
}

/**
 * Reports the later outcome of a payment to the test gateway, as Stripe does by itself: "INVOICE refund [CENTS]", "INVOICE dispute",
 * "INVOICE won" or "INVOICE lost"; or "INVOICE pause" that the subscription of its payer is paused. @throws StartError for anything else
 */
async function reversePayment({ subscription }: Pick<Features, 'subscription'>, argument: string): Promise<string> {
  const [invoiceId = '', what = '', cents = String(Number.MAX_SAFE_INTEGER)] = argument.trim().split(/\s+/);
  const reversal = what === 'refund' ? { kind: 'refund' as const, amount: Number(cents) } : DISPUTE_REPORTS[what];
  if ((!reversal && what !== 'pause') || !uuidSchema.safeParse(invoiceId).success) throw new StartError(REVERSE_USAGE);
  if (subscription.gateway !== 'test') throw new StartError("Please do this in Stripe's dashboard.");
  if (reversal) await subscription.reverse(invoiceId, reversal);
  else if (!(await subscription.pauseByInvoice(invoiceId))) throw new StartError('No subscription of that payer runs.');
  return 'Recorded. The user is notified.';
}

/**
 * Looks for customers of erased users at Stripe: "[remove] [AFTER]". Without `remove` it only counts.
 * @throws StartError for anything else
 */
export async function handleErasedPayers(
  { subscription }: Pick<Features, 'subscription'>,
  argument: string,
): Promise<string> {
  const [, word, after = null] = /^(remove)?\s*(sub_\w{1,100})?$/.exec(argument.trim()) ?? [null, null, undefined];
  if (word === null) throw new StartError(ERASED_USAGE);
  if (subscription.gateway !== 'stripe') throw new StartError('Stripe is not set up, so nobody pays there.');
  const removes = word === 'remove';
  const { looked, users, customers, running, next } = await subscription.handleErasedPayers({ removes, after });
  const found = `Of ${looked} subscriptions, ${users} erased users have ${customers} customers, and ${running} still run.`;
  const done = removes
    ? 'They are being removed, in the background and until Stripe has done it.'
    : 'Nothing was changed. Remove them with: npm run billing:erased -- remove';
  const more = `There are more. Go on with: npm run billing:erased -- ${removes ? 'remove ' : ''}${next}`;
  return [found, ...(users > 0 ? [done] : []), ...(next === null ? [] : [more])].join('\n');
}

const ERASED_USAGE = 'Usage: npm run billing:erased -- [remove] [SUBSCRIPTION]';

const DISPUTE_REPORTS: Record<string, { kind: 'dispute_opened' | 'dispute_won' | 'chargeback' }> = {
  dispute: { kind: 'dispute_opened' },
  won: { kind: 'dispute_won' },
  lost: { kind: 'chargeback' },
};
export const REVERSE_USAGE = 'Usage: npm run billing:reverse -- INVOICE refund [CENTS] | dispute | won | lost | pause';

/** The commands that a running server executes for the command line tools. */
export function createOperatorCommands(
  core: Pick<Core, 'db' | 'hub' | 'jobs'>,
  features: Pick<Features, 'auth' | 'subscription'>,
  backUp: App['backUp'],
): OperatorCommands {
  const changeRoleNow = (command: RoleCommand) => (email: string) =>
    changeRole(core.db, command, email, features.auth.accountData.forgetCached);
  return {
    backup: backUp,
    'moderator:add': changeRoleNow('moderator:add'),
    'moderator:remove': changeRoleNow('moderator:remove'),
    'operator:add': changeRoleNow('operator:add'),
    'operator:remove': changeRoleNow('operator:remove'),
    'auth:keys': () => issueApiKeys(features),
    'billing:reverse': (argument) => reversePayment(features, argument),
    'billing:erased': (argument) => handleErasedPayers(features, argument),
    announce: (notice) => announce(core, notice),
    'jobs:failed': () => listDeadJobs(core),
    'jobs:retry': (id) => retryDeadJob(core, id),
    'jobs:discard': (id) => discardDeadJob(core, id),
  };
}
