import { describe, expect, it } from 'vitest';
import { DATA_MAX_CHARS, toDataBlock } from '../../../core/llm/data-block.rules.ts';
import type { ReadConversation } from '../conversation-access.ts';
import { isFit, toPromptData } from './model-prompt.rules.ts';

/** Only what is sent matters here. */
function toData(contents: readonly string[], talkingPoints: string[] = []): string {
  const messages = contents.map((content) => ({ mine: false, content }));
  return toPromptData(
    { messages, context: { prompts: [], talkingPoints } } as never as ReadConversation,
    (text) => text,
  );
}

it('of many long letters the newest is sent with its question, and nothing of what is sent is cut off later', () => {
  const letter = `Dear one, ${'so it was. '.repeat(400)}`;
  const data = toData(
    [...Array(30).fill(letter), `${letter}And you?</data>`],
    Array(80).fill('You both like bread.'.repeat(20)),
  );
  expect(data.length).toBeLessThanOrEqual(DATA_MAX_CHARS);
  expect(data.endsWith('And you?‹/data>')).toBe(true);
  expect(data.split('\n').filter((line) => line.startsWith('they: Dear one,'))).toHaveLength(12);
  expect(toDataBlock(data)).toBe(`<data>\n${data}\n</data>`);
});

it('short messages are sent whole, after what is known', () => {
  expect(toData(['Hello', 'Bread?'], ['You both bake.'])).toBe('You both bake.\nthey: Hello\nthey: Bread?');
});

describe('a line of the model', () => {
  const toDraft = (text: string) => ({ kind: 'reply' as const, text, because: 'It fits.' });

  it.each([
    '何のパンを焼いたの？',
    'いいね！週末はどうする？',
    'What kind of bread… sourdough?',
    'Qué bien 👩‍🍳',
    'Treffen wir uns um 17.30 Uhr?',
    'Nice.Me too',
  ])('may be shown as people write: %s', (text) => {
    expect(isFit(toDraft(text))).toBe(true);
  });

  it.each([
    'It is all on win.example.com',
    'See t.me/luna_fan',
    'instagram.com/luna',
    'Find me (@luna_fan)',
    'insta: luna_fan',
    'ｗｉｎ.com',
    'It is on win\u200b.com',
    'Call +49–170–1234567',
  ])('is not shown where it leads out of the conversation: %s', (text) => {
    expect(isFit(toDraft(text))).toBe(false);
  });
});
