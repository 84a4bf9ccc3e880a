import { describe, expect, it } from 'vitest';
import { foldText, isEmojiOnly } from './text.rules.ts';

describe('long texts', () => {
  it('are folded by length or by lines; short ones are not', () => {
    expect(foldText('short')).toBeNull();
    expect(foldText('word '.repeat(400))?.length).toBeLessThanOrEqual(700);
    expect(foldText('line\n'.repeat(30))?.split('\n')).toHaveLength(14);
  });
});

describe('messages of only emoji', () => {
  it.each(['😀', '👍🏽', '👩‍👩‍👧', '❤️ 🌙', '🇪🇺'])('%s is large', (text) => {
    expect(isEmojiOnly(text)).toBe(true);
  });
  it.each(['hi 😀', '12', '', '😀😀😀😀'])('%s is not', (text) => {
    expect(isEmojiOnly(text)).toBe(false);
  });
});
