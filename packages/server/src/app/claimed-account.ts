import { sql } from 'drizzle-orm';
import type { Tx } from '../core/db/types.ts';

/** The tables that say something of a user by a column `user_id`, and what happens to their rows when the owner of the address claims the account. */
export const CLAIMED_TABLES = {
  /** Their own feature empties them or begins them again. */
  byFeature: [
    ...['identities', 'factors', 'one_time_tokens', 'passkeys', 'passkey_challenges', 'sessions', 'sign_in_networks'],
    ...['profiles', 'profile_prompts', 'discovery', 'photos', 'push_subscriptions'],
    ...['bgp_profiles', 'bgp_answers', 'bgp_events', 'bgp_evolution', 'payment_methods'],
  ],
  /** Only a confirmed account gets them: matches, likes, conversations, the wingman. */
  none: [
    ...['match_sides', 'open_likes', 'conversation_members', 'daily_usage', 'icebreaker_answers'],
    ...['wingman_suggestions', 'wingman_model_calls'],
  ],
  /** A ban follows the address. A subscription has ended, and its row tells late webhooks of the gateway so. */
  kept: ['sanctions', 'account_marks', 'subscriptions'],
  erased: [
    ...['blocks', 'contact_blocks', 'inquiries', 'notifications', 'notification_settings', 'invoices'],
    ...['selfie_checks', 'trust_changes', 'trust_profiles'],
  ],
} as const;

/** Deletes what somebody else left in features that have no more to do than that. */
export async function eraseLeftovers(tx: Tx, userId: string): Promise<void> {
  for (const table of CLAIMED_TABLES.erased)
    await tx.execute(sql`delete from ${sql.identifier(table)} where user_id = ${userId}`);
}
