import { expect, it } from 'vitest';
import { estimateTokens } from './tokens.rules.ts';

// Counted with o200k_base and cl100k_base, of which the larger number stands here (gpt-tokenizer 4.0).
it.each([
  ['The weather is lovely today, shall we go for a walk by the river?', 16],
  ['Schöne Grüße aus München, übermorgen hätte ich Zeit für ein Eis.', 18],
  ['¿Mañana tienes tiempo para un café? Sería genial.', 14],
  ['Ça me ferait très plaisir de te revoir bientôt, peut-être à la fête.', 22],
  ['東京に住んでいます。週末は友達と鎌倉の海へ散歩に行きました。', 37],
])('a text is not estimated to have fewer tokens than it has: %s', (text, tokens) => {
  expect(estimateTokens(text)).toBeGreaterThanOrEqual(tokens);
});

it('a long text is estimated by its language', () => {
  expect(estimateTokens('word '.repeat(600))).toBe(1_000);
  expect(estimateTokens('海'.repeat(1_000))).toBe(1_500);
});
