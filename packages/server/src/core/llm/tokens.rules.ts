import type { LlmTokens } from './llm.ts';

const ASCII_PER_TOKEN = 3;
/** Bytes of other characters in UTF-8: one with an accent is at most one token, and a Japanese one, of three bytes, mostly one, sometimes two. */
const BYTES_PER_TOKEN = 2;

/** More tokens than an ordinary text has in any of the five languages. */
export function estimateTokens(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  const others = text.replaceAll(/[\x00-\x7f]+/g, '');
  const ascii = text.length - others.length;
  return Math.ceil(ascii / ASCII_PER_TOKEN + Buffer.byteLength(others) / BYTES_PER_TOKEN);
}

/** In millionths of the currency of the prices, which are per million tokens. */
export function priceTokens(
  { input, output }: LlmTokens,
  { inputPrice, outputPrice }: { inputPrice: number; outputPrice: number },
): number {
  return Math.ceil(input * inputPrice + output * outputPrice);
}
