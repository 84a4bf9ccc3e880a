import { eq, sql } from 'drizzle-orm';
import { configFromEnv } from '../../core/config/config.ts';
import { readEnv } from '../../core/config/env.ts';
import { StartError } from '../../core/config/start-error.ts';
import { openDatabase } from '../../core/db/open.ts';
import { users } from '../../features/auth/auth.tables.ts';

/** `npm run moderator:add -- EMAIL`: gives an account the moderator role. */
async function main(email: string | undefined): Promise<string> {
  if (!email?.includes('@')) throw new StartError('Usage: npm run moderator:add -- somebody@example.org');
  const database = await openDatabase(configFromEnv(readEnv()));
  try {
    await database.migrate();
    const rows = await database.db
      .update(users)
      .set({ isModerator: true, updatedAt: sql`now()` })
      .where(eq(users.email, email.trim().toLowerCase()))
      .returning({ id: users.id });
    if (rows.length === 0) throw new StartError(`There is no account with the email ${email}. Sign up with it first.`);
    return `${email} is now a moderator. The queue is at /moderation.`;
  } finally {
    await database.close();
  }
}

try {
  process.stdout.write(`${await main(process.argv[2])}\n`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
