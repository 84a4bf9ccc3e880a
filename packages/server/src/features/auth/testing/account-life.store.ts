import { sql } from 'drizzle-orm';
import type { Db } from '../../../core/db/types.ts';

/** Everything that opens an account, by id; identities by their id at the provider. */
export interface Credentials {
  sessions: string[];
  factors: string[];
  passkeys: string[];
  identities: string[];
}

export async function findUserId(db: Db, email: string): Promise<string | undefined> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from users where email = ${email}`);
  return rows[0]?.id;
}

export async function listCredentials(db: Db, userId: string): Promise<Credentials> {
  const list = async (query: ReturnType<typeof sql>) =>
    (await db.execute<{ id: string }>(query)).rows.map((row) => row.id);
  return {
    sessions: await list(sql`select id from sessions where user_id = ${userId}`),
    factors: await list(sql`select id from factors where user_id = ${userId} and status = 'verified'`),
    passkeys: await list(sql`select id from passkeys where user_id = ${userId}`),
    identities: await list(
      sql`select provider_id as id from identities where user_id = ${userId} and provider <> 'email'`,
    ),
  };
}
