import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIRST_MESSAGES, holdReason, isEarlyConversation, soundsLikeScam } from './message-filter.rules.ts';

/** Invented messages with the verdict that a person would give. */
function readMessages(file: string) {
  return readFileSync(new URL(`testing/${file}.tsv`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [language = '', verdict = '', text = ''] = line.split('\t');
      return { language, verdict, text };
    });
}
/**
 * The first was written before the rules, by their author. The second was written by somebody who had not seen the rules, which
 * failed on it and then learned from it. The rules never learned from the third. The fourth was written by somebody who knew nothing of
 * the rules; they refused 2.3 % and caught 62 % when it was new, and then learned from it. So was the fifth: see decision 0020.
 * Neither patterns nor classifier learned from the last two.
 */
const SETS: { file: string; harmlessMin: number; othersMin: number; inGerman?: number }[] = [
  { file: 'first-messages', harmlessMin: 300, othersMin: 150 },
  { file: 'first-messages-apart', harmlessMin: 300, othersMin: 150 },
  { file: 'first-messages-unseen', harmlessMin: 150, othersMin: 75 },
  { file: 'first-messages-blind', harmlessMin: 300, othersMin: 150 },
  { file: 'first-messages-fresh', harmlessMin: 300, othersMin: 150 },
  { file: 'first-messages-limit', harmlessMin: 300, othersMin: 150 },
  { file: 'first-messages-last', harmlessMin: 300, othersMin: 150, inGerman: 0.86 },
];
const FALSE_REFUSALS_MAX = 0.005;
const CAUGHT_MIN = 0.9;

describe('the filter of first messages', () => {
  it.each([
    ['write me at mia.k@example.org', 'contact'],
    ['mia (at) example (dot) org', 'contact'],
    ['mia at example dot com', 'contact'],
    ['I am @mia_k there', 'contact'],
    ['send me your email', 'contact'],
    ['w h a t s a p p y te cuento', 'contact'],
    ['facebookで友達になりましょう', 'contact'],
    ['mi número: sesenta y dos, veintiuno, cuarenta, ochenta y nueve', 'contact'],
    ['ゼロキューゼロ、よんよんいちに、ななななさんご', 'contact'],
    ['写真はsora-photo.jpにあります', 'link'],
    ['vota en estrellas punto tv', 'link'],
    ['I cannot pay for the medicine', 'money'],
    ['help me with a little cash', 'money'],
    ['Si tu me payes le billet je viens demain', 'money'],
    ['add me on WhatsApp', 'contact'],
    ['let us use W h a t s A p p', 'contact'],
    ['let us use WhаtsАpp', 'contact'],
    ['my Insta is better', 'contact'],
    ['call +49 170 1234567', 'contact'],
    ['０１７０ １２３４５６７', 'contact'],
    ['my number: zero one seven zero, one two three four five', 'contact'],
    ['٠١٧٠١٢٣٤٥٦٧', 'contact'],
    ['0\u20601\u206070 1\u2060234 5\u200b67', 'contact'],
    ['look at https://example.org/x', 'link'],
    ['www.example.org', 'link'],
    ['all of it on mypage.com/mia', 'link'],
    ['evil-shop.ru', 'link'],
    ['cheap.top', 'link'],
    ['my.page.de', 'link'],
    ['evil.click/abc', 'link'],
    ['I earn with bitcoin', 'money'],
    ['could you lend me something', 'money'],
    ['it is only 500 euros', 'money'],
    ['just $200', 'money'],
    ['five hundred bucks would help me', 'money'],
    ['My cousin needs money for hospital', 'money'],
    ['Would you loan me 80 till payday', 'money'],
    ['Leihst du mir 300 bis Montag?', 'money'],
    ['The vet wants a deposit and I have nobody', 'money'],
    ['My robot trades while I sleep, what do you do with your savings?', 'money'],
    ['I earn with bitcoin, no scam', 'money'],
    ['Such mich bei der App mit dem Geist, mein Name ist Mara', 'contact'],
    ['Búscame en el fantasmita amarillo, soy lunita', 'contact'],
    ['青いアプリで探してね', 'contact'],
    ['07OO 9OO l23', 'contact'],
    ['on passe sur Signal ?', 'contact'],
    ['null eins sieben doppel null drei vier fünf', 'contact'],
    ['Bevor ich weg bin, gib mir deine Nummer', 'contact'],
    ['LINE交換、まだ早いですか?', 'contact'],
    // Told in words that no pattern has.
    ['Could you tide me over with thirty until my wages arrive? I will return it', 'money'],
    ['Ich hätte gern einen großzügigen Mann, der mich jeden Monat verwöhnt', 'money'],
    ['Tengo un robot que invierte solo, con 200 empiezas, te enseño cómo', 'money'],
    ['Le garagiste ne rend pas la voiture sans être payé, tu pourrais m’avancer la somme ?', 'money'],
    ['毎月お手当をくれる余裕のある方を探しています', 'money'],
    ['Shall we swap numbers? I would rather ring you', 'contact'],
    ['Mein Abo endet heute, wo kann ich dich sonst erreichen?', 'contact'],
    ['Casi no entro aquí, dime cómo te busco en la app verde', 'contact'],
    ['Je ferme mon compte demain, laisse-moi un moyen de te joindre ailleurs', 'contact'],
    ['ここは通知が来ないので、別のアプリで話しませんか?', 'contact'],
    ['Can you send me nudes?', 'sexual'],
    ['s e n d n u d e s', 'sexual'],
    ['show me your tits', 'sexual'],
    ['wanna fuck?', 'sexual'],
    ['Kannst du mir Nacktfotos schicken?', 'sexual'],
    ['Schick mir mal ein Nacktbild', 'sexual'],
    ['Lust auf Sex?', 'sexual'],
    ['¿Me mandas nudes?', 'sexual'],
    ['Mándame una foto desnuda', 'sexual'],
    ['¿Quieres follar?', 'sexual'],
    ['Tu m’envoies des nudes ?', 'sexual'],
    ['Montre-moi tes seins', 'sexual'],
    ['Tu veux baiser ?', 'sexual'],
    ['裸の写真送って', 'sexual'],
    ['エッチしない?', 'sexual'],
    // What tells how to meet elsewhere or asks for money keeps its own reason.
    ['Send nudes to mia.k@example.org', 'contact'],
    ['je fais des nudes, 20e par paypal', 'money'],
  ])('holds back: %s', (text, reason) => {
    expect(holdReason(text)).toBe(reason);
  });

  it.each([
    'What did you learn this year?',
    'I was at home. What did you do?',
    'I studied at Oxford. And you?',
    'I was born on 12.04.1990, in spring.',
    'Meet at 7:30? I run 10 km on Sundays.',
    'We were 12 people in 2019.',
    'I was there in 2018, 2019 and 2021.',
    'I laughed at dinner.',
    'It was good.It was late.At home by then',
    'Signals between people are funny.',
    'I never had Instagram.',
    'We do not need money to be happy.',
    'Yesterday I lost only $5 in a bet.',
    'Desde el punto de vista de mi madre, sí.',
    'My job is a joke, honestly...ok',
    '今日はどうでしたか',
    'My whole family is in one WhatsApp group.',
    'Ich habe Instagram gelöscht.',
    'I would rather not give out my number yet.',
    'The line is long at the bakery.',
    'Kaffee oder Kakao, was trinkst du?',
    'That is personal for me at this point, maybe later.',
    '家族のLINEグループがにぎやかです。',
    'My wallet was stolen in Madrid once and the embassy people were lovely about it',
    'I work on an oil rig, two weeks on, two off',
    'My uncle reads the tarot and sees signals everywhere',
    'Actor slash waiter, the usual',
    'I got the parcel at last, customs took three weeks',
    'Can you spare me five minutes of cat stories?',
    'I count in my head: one hundred, two hundred, three hundred sheep',
    'Die Rechnung war hoch, aber das Essen gut',
    'Bevor ich meine Nummer rausgebe, würde ich gern noch schreiben',
    'Compré un avioncito de papel azul para mi sobrino',
    'No me alcanza el tiempo para leer',
    '2019 o 2020 o 2021, no me acuerdo',
    'On a payé les frais du notaire hier, la maison est à nous',
    'Mon fils a un petit fantôme jaune en peluche',
    '証券会社で働いています。毎日忙しいです',
    '財布をなくしたけど、ホテルの人が見つけてくれました',
    // A pattern matches, but the message is harmless as a whole.
    'I know nothing about bitcoin and do not want to, but I can bake. Is that enough?',
    'My neighbour explained bitcoin to me all day, how was yours?',
    'Du arbeitest bei WhatsApp? Was war die lustigste Anfrage?',
    'You work for Instagram? What was the weirdest ticket you ever got?',
    'カカオで働いているんですか?どんな仕事ですか?',
    'En mi primera cita me hablaron de criptomonedas dos horas, ¿a ti te ha pasado?',
    '仮想通貨の話をされて眠くなりました。休日は何をしていますか?',
    'I paint nudes on Thursdays, and you?',
    'You got me, I never send nudes to anyone',
    'I saw the nudes of Modigliani in Livorno',
    'Send me a picture of your cat!',
    'Sex and the City is my comfort show',
    'Ich koche Nudeln, willst du welche?',
    'Am See sind alle nackt, ich nicht',
    'Vi la Maja desnuda en el Prado',
    '¿Quieres coger un taxi o caminar?',
    'J’ai vu une statue nue au Louvre',
    '裸足で歩くのが好きです',
    // Too short to say anything.
    'おばけ',
    '140 euros',
  ])('allows: %s', (text) => {
    expect(holdReason(text)).toBeNull();
  });

  it.each(SETS)(
    'refuses at most one of 200 harmless first messages in five languages, and catches nine of ten others: $file',
    ({ file, harmlessMin, othersMin }) => {
      const harmless = readMessages(file).filter(({ verdict }) => verdict === 'allow');
      const others = readMessages(file).filter(({ verdict }) => verdict !== 'allow');
      expect(harmless.length).toBeGreaterThanOrEqual(harmlessMin);
      expect(others.length).toBeGreaterThanOrEqual(othersMin);
      const refused = harmless.filter(({ text }) => holdReason(text) !== null);
      expect(refused.length / harmless.length, list(refused)).toBeLessThanOrEqual(FALSE_REFUSALS_MAX);
      const missed = others.filter(({ text }) => holdReason(text) === null);
      expect(1 - missed.length / others.length, list(missed)).toBeGreaterThanOrEqual(CAUGHT_MIN);
    },
  );

  it.each(SETS)('catches nine of ten in each language: $file', ({ file, inGerman }) => {
    for (const language of ['en', 'de', 'es', 'fr', 'ja']) {
      const own = readMessages(file).filter((row) => row.language === language && row.verdict !== 'allow');
      const missed = own.filter(({ text }) => holdReason(text) === null);
      const min = (language === 'de' && inGerman) || CAUGHT_MIN;
      expect(1 - missed.length / own.length, list(missed)).toBeGreaterThanOrEqual(min);
    }
  });

  it('handles any text, in linear time', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
        expect([null, 'contact', 'link', 'money', 'sexual']).toContain(holdReason(text));
      }),
    );
    const parts = [
      'a',
      'a-',
      'a.b',
      '1 ',
      'a.',
      '@',
      'a at ',
      '. dot ',
      '$1',
      'send me ',
      '((',
      'need ',
      'one ',
      'а',
      '一',
      'ß',
    ];
    for (const part of [
      ...parts,
      'send ',
      'nudes ',
      'show me your ',
      'schick mir ',
      'mandame una foto de ',
      'envoie des photos de ',
      '裸の',
      'borrow me ',
      'insta',
      'no insta ',
      'a1',
      'w.',
      'hundred ',
      '千円',
      'id',
      'カカオ you ',
      'l ',
      'o1',
      'robot ',
      'operation wants ',
      'app with ',
      'name ',
      '番号',
      'not my number ',
    ]) {
      expect(fastest(() => holdReason(part.repeat(5_000 / part.length)))).toBeLessThan(100);
    }
  });

  it('applies until both have written three messages', () => {
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), (mine, theirs) => {
        expect(isEarlyConversation(mine, theirs)).toBe(mine < FIRST_MESSAGES || theirs < FIRST_MESSAGES);
        expect(isEarlyConversation(mine, theirs)).toBe(isEarlyConversation(theirs, mine));
      }),
    );
  });
});

describe('the warning about money', () => {
  it('is for requests of money and easy money, not for contact data', () => {
    expect(soundsLikeScam('Could you wire me 200 dollars until Friday?')).toBe(true);
    expect(soundsLikeScam('I can teach you how to trade, guaranteed profit')).toBe(true);
    expect(soundsLikeScam('My number is 0170 1234567')).toBe(false);
    expect(soundsLikeScam('I spent too much money on books')).toBe(false);
  });
});

function list(rows: { text: string }[]): string {
  return rows.map(({ text }) => text).join('\n');
}

/** The shortest of five processor times in milliseconds, so that what else the machine does does not count. */
function fastest(work: () => void): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    work();
    return process.cpuUsage(before).user / 1_000;
  });
  return Math.min(...times);
}
