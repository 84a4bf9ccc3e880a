import { describe, expect, it } from 'vitest';
import { readManner } from './manner.rules.ts';

describe('the register', () => {
  it.each([
    ['fr', ['Vos photos sont belles'], ['Merci Paul'], true],
    ['fr', ["J'ai mangé du pain"], ['Je vous souhaite de beaux rêves'], true],
    ['fr', ['Tu viens ?'], ['Vous êtes gentil'], false],
    ['es', ['¿Y vos qué hacés?'], ['Nada'], false],
    ['de', ['Wie geht es Ihnen?', 'Gern, und wie war dein Tag?'], ['Gut, danke! Wollen wir du sagen?'], false],
    ['es', ['¿Cómo está usted?', 'Vale, ¿y tú qué haces?'], ['Muy bien, pero tutéame'], false],
    ['ja', ['はじめまして。よろしくお願いします', 'もう敬語やめよう！'], ['そうだね！'], false],
    ['ja', ['今日は遅いの笑'], ['永遠に残業です。'], false],
    ['ja', ['おつかれさま'], ['おやすみ、また明日ね🌙'], false],
    ['ja', [], ['「温めますか」って聞かれて困った'], false],
    ['de', [], ['„Möchten Sie eine Tüte?“ Ich kenn dich doch'], false],
    ['ja', ['今日は遅いですね😊'], ['うん、残業だよ'], true],
  ] as const)('is what the reader showed last, else the other user: %s %j %j', (language, own, others, formal) => {
    expect(readManner(own, others, language).formal).toBe(formal);
  });

  it.each(['Perdona, no vi tu mensaje', 'Oye, qué tal', 'Disculpa la tardanza'])(
    'is familiar in Spanish where an imperative says tú: %s',
    (line) => {
      expect(readManner([], ['Le agradezco mucho', line], 'es').formal).toBe(false);
    },
  );
});
