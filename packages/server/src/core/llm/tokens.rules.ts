import type { LlmTokens } from './llm.ts';

const CHARS_PER_TOKEN = 3;

/** More tokens than a text can have in any of the five languages. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN);
}

/** In millionths of the currency of the prices, which are per million tokens. */
export function priceTokens(
  { input, output }: LlmTokens,
  { inputPrice, outputPrice }: { inputPrice: number; outputPrice: number },
): number {
  return Math.ceil(input * inputPrice + output * outputPrice);
}
