import { describe, expect, it } from 'vitest';
import { addToWindow, EMPTY_WINDOW, windowLanguage } from './language-detection.ts';
import { LANGUAGES } from './languages.ts';
import { quarrel, warmConversation } from './science/parallel-conversations.ts';
import { textEvents, textFeatures } from './text.ts';

const detect = (...texts: string[]) => windowLanguage(texts.reduce(addToWindow, EMPTY_WINDOW));

describe('the language of a conversation', () => {
  it.each(LANGUAGES)('is detected from the second message on (%s)', (language) => {
    for (const conversation of [warmConversation, quarrel]) {
      let window = EMPTY_WINDOW;
      for (const [n, { text }] of conversation(language).entries()) {
        window = addToWindow(window, text);
        if (n > 0) expect(windowLanguage(window), text).toBe(language);
      }
    }
  });

  it.each([
    'Dziękuję, ty też. Bardzo lubię z tobą rozmawiać.',
    'Ciao, come stai oggi? Ho paura di restare solo.',
    'Ik ben erg moe vandaag, en jij?',
    'Olá, tudo bem com você? Me sinto sozinho.',
    'Привет, как у тебя дела сегодня?',
    '今天天气很好，我们去公园散步吧。',
    '안녕하세요, 오늘은 어떻게 지냈어요?',
  ])('is none that can be read: %s', (text) => {
    expect(detect(text)).toBeNull();
    expect(textFeatures(text)).toMatchObject({ language: null, vulnerability: 0, support: 0, repair: 0, tension: 0 });
  });

  it('is not guessed from a word that many languages share, but taken from earlier messages', () => {
    for (const text of ['ok', 'haha', '😂😂', '', '1234 http://', 'no']) expect(detect(text)).toBeNull();
    expect(detect('Ich freue mich auf das Wochenende mit dir', 'ok', 'haha')).toBe('de');
  });

  it('changes when the writer changes it', () => {
    const german = Array(6).fill('Das war ein wirklich schöner Abend mit euch allen.');
    const spanish = Array(12).fill('Me gustó mucho hablar contigo sobre tu viaje.');
    expect(detect(...german)).toBe('de');
    expect(detect(...german, ...spanish)).toBe('es');
  });

  it('is stored as a few numbers', () => {
    const window = ['How was your day?', 'I went for a walk by the river.'].reduce(addToWindow, EMPTY_WINDOW);
    expect(Object.keys(window.scores).length).toBeLessThanOrEqual(5);
    expect(JSON.stringify(window)).not.toMatch(/walk|river/);
  });
});

describe('signals in five languages', () => {
  it.each([
    "I'm not sorry for what I said.",
    'Mir tut nicht leid, was ich gesagt habe.',
    'No me arrepiento de lo que dije.',
    'Je ne regrette pas ce que j’ai dit.',
    '言ったことは悪いと思ってない。',
  ])('a refusal to apologise is no repair, also after a quarrel: %s', (text) => {
    const previous = { vulnerability: 0, emotional_tone: -0.7, tension: 0.9 };
    expect(textEvents(text, { previous })).not.toContain('conflict_resolution');
  });

  it.each(['No problem, see you at eight.', 'no worries at all', "Don't worry about it!", 'Not bad at all :)'])(
    'does not sound negative: %s',
    (text) => {
      expect(textFeatures(text).emotional_tone).toBeGreaterThanOrEqual(0);
    },
  );

  it.each([
    'Kein Problem, bis später dann.',
    'No hay problema, nos vemos luego.',
    'Pas de problème, à plus tard alors.',
    '問題ないよ、またあとでね。',
  ])('does not sound negative: %s', (text) => {
    expect(textFeatures(text).emotional_tone).toBeGreaterThanOrEqual(0);
  });

  it.each([
    'You always listen to me too.',
    'You are always there for me.',
    'Du hörst mir ja auch immer zu.',
    'Du bist immer so lieb zu mir.',
    'Tú también me escuchas siempre.',
    'Siempre haces que me ría.',
    'Toi aussi tu m’écoutes toujours.',
    'Tu es toujours là pour moi.',
    "Tu n'es jamais allé à Rome ?",
    'いつも話を聞いてくれてうれしい。',
  ])('praise and curiosity are no attack: %s', (text) => {
    expect(textFeatures(text).tension).toBe(0);
  });

  it.each([
    'You are such an idiot :)',
    'Idiot :) Bis um acht am Bahnhof!',
    'Idiota :) ¡Nos vemos a las ocho!',
    'Idiote 😂 À huit heures devant la gare !',
  ])('teasing with a smile is no attack: %s', (text) => {
    expect(textFeatures(text).tension).toBe(0);
    expect(textFeatures(text.replace(/ :\)| 😂/u, '.')).tension).toBeGreaterThan(0.35);
  });

  it('sorrow about something else calls for no repair', () => {
    const sad = textFeatures('It was cancelled. This is awful, I hate it and I feel terrible about the whole thing.');
    expect(sad.emotional_tone).toBeLessThan(-0.5);
    expect(textFeatures('Did you have a nice evening anyway?', { previous: sad }).repair_called_for).toBe(false);
  });

  it('reads emoji, alone and in any language', () => {
    expect(textFeatures('❤️').emotional_tone).toBeGreaterThan(0.3);
    expect(textFeatures('😡').emotional_tone).toBeLessThan(-0.3);
    expect(textFeatures('Bardzo dziękuję za wczoraj ❤️').emotional_tone).toBeGreaterThan(0.3);
    expect(textFeatures('😂😂').humour).toBeGreaterThan(0.35);
    const [plain, warm] = ['See you at the station at nine.', 'See you at the station at nine 😍'].map((text) =>
      textFeatures(text),
    );
    expect(warm!.emotional_tone).toBeGreaterThan(plain!.emotional_tone);
  });
});
