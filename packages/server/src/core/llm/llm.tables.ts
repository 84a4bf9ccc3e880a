import { bigint, date, integer, pgTable } from 'drizzle-orm/pg-core';

/** What the whole site used of the language model on a day (UTC). */
export const llmUsage = pgTable('llm_usage', {
  day: date('day').primaryKey(),
  /** Calls that run count with the most that they may use. */
  tokens: bigint('tokens', { mode: 'number' }).notNull(),
  /** In millionths of the currency of the prices. */
  costMicro: bigint('cost_micro', { mode: 'number' }).notNull(),
  /** Calls that were not made because the day's limit was reached. */
  refused: integer('refused').notNull(),
});
