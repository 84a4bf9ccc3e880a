import type { Config } from './config.ts';

/** Valid settings that leave something off which an operator may think is on. */
export function listConfigWarnings({ payments, llm, llmLimits }: Config): string[] {
  const hasNoPrice = llmLimits.inputPrice === 0 || llmLimits.outputPrice === 0;
  return [
    ...(payments === 'none' ? ['payments are not set up: set STRIPE_SECRET_KEY, or DEMO=1 for the test gateway'] : []),
    ...(llm && hasNoPrice
      ? ['LLM_COST_PER_DAY does not limit the language model: set LLM_INPUT_PRICE and LLM_OUTPUT_PRICE']
      : []),
  ];
}
