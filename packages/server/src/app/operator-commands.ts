import { StartError } from '../core/config/start-error.ts';
import type { Db } from '../core/db/types.ts';
import type { OperatorCommands } from '../core/ops/operator-socket.ts';
import { findUserByEmail, updateUser } from '../features/auth/account/user.store.ts';
import type { Features } from './composition.ts';

/** Gives an account the moderator role. Open sessions have it a few seconds later. @throws StartError without such an account */
export async function addModerator(db: Db, email: string): Promise<string> {
  const user = await findUserByEmail(db, email.trim().toLowerCase());
  if (!user) throw new StartError(`There is no account with the email ${email}. Sign up with it first.`);
  await updateUser(db, user.id, { isModerator: true });
  return `${email} is now a moderator. The queue is at /moderation.`;
}

/** The API keys for Supabase's clients. */
export async function issueApiKeys({ auth }: Pick<Features, 'auth'>): Promise<string> {
  const anon = await auth.authenticator.issueApiKey('anon');
  const service = await auth.authenticator.issueApiKey('service_role');
  return `anon (public, for browsers):\n${anon}\n\nservice_role (secret: full access to all accounts):\n${service}`;
}

/** The commands that a running server executes for the command line tools. */
export function createOperatorCommands(db: Db, features: Pick<Features, 'auth'>): OperatorCommands {
  return {
    'moderator:add': (email) => addModerator(db, email),
    'auth:keys': () => issueApiKeys(features),
  };
}
