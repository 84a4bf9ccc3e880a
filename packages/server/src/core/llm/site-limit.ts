import { toUtcDay } from '@soulsight/contract/time';
import type { z } from 'zod';
import type { Core } from '../core.ts';
import { toDataBlock } from './data-block.rules.ts';
import { ANSWER_MAX_TOKENS, type Llm, type LlmQuestion, type LlmTokens, LlmUnchargedError } from './llm.ts';
import { addUse, correctUse, countRefused, getUsage, type LlmUse } from './llm-usage.store.ts';
import { estimateTokens, priceTokens } from './tokens.rules.ts';

/** The site has used up the language model for the day. Nothing was sent. */
export class LlmLimitError extends LlmUnchargedError {
  constructor() {
    super(false, 'the limit of the site');
    this.message = 'the site has used up the language model for this day';
  }
}

const NOTHING: LlmUse = { tokens: 0, costMicro: 0 };

/**
 * The language model within what the whole site may use of it in a day (UTC), on all nodes together. Each call counts with the most that
 * it may use until it is answered, and keeps that where nobody knows what it used.
 */
export function limitSite({ db, clock, log, config }: Pick<Core, 'db' | 'clock' | 'log' | 'config'>, llm: Llm): Llm {
  const { llmLimits } = config;
  const max: LlmUse = {
    tokens: llmLimits.siteTokensPerDay ?? Number.MAX_SAFE_INTEGER,
    costMicro: llmLimits.siteCostPerDayMicro ?? Number.MAX_SAFE_INTEGER,
  };
  const toUse = (tokens: LlmTokens): LlmUse => ({
    tokens: tokens.input + tokens.output,
    costMicro: priceTokens(tokens, llmLimits),
  });

  async function ask<S extends z.ZodType>(question: LlmQuestion<S>): Promise<z.output<S>> {
    const day = toUtcDay(clock.now());
    const most = toUse({
      input: estimateTokens(question.system + toDataBlock(question.data)),
      output: ANSWER_MAX_TOKENS,
    });
    if (!(await addUse(db, day, most, max))) {
      await countRefused(db, day);
      throw new LlmLimitError();
    }
    // What was answered is worth more than an exact count.
    const correct = (used: LlmUse) =>
      correctUse(db, day, most, used).catch((err: unknown) =>
        log.warn({ err }, 'failed to count what the language model used'),
      );
    let used: LlmTokens | null = null;
    try {
      const answer = await llm.ask({
        ...question,
        onTokens: (tokens) => {
          used = tokens;
          question.onTokens?.(tokens);
        },
      });
      if (used) await correct(toUse(used));
      return answer;
    } catch (error) {
      if (error instanceof LlmUnchargedError) await correct(NOTHING);
      throw error;
    }
  }

  return { ask };
}

/** What all nodes used today, for the metrics; the cost is in the currency of the prices. */
export async function measureLlm({ db, clock }: Pick<Core, 'db' | 'clock'>) {
  const { tokens, costMicro, refused } = await getUsage(db, toUtcDay(clock.now()));
  return { tokens, cost: costMicro / 1_000_000, refused };
}
