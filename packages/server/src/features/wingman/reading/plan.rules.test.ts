import { describe, expect, it } from 'vitest';
import { namesAnother, offersPart } from './plan.rules.ts';

const at = (day: string) => ({ day, time: null });

describe('an answer to a plan', () => {
  it.each([
    ['en', 'Sunday', 'on sunday morning', false],
    ['en', 'Sunday', 'sunday after next', true],
    ['de', 'am Sonntag', 'Übernächsten Sonntag', true],
    ['es', 'el domingo', 'el domingo siguiente', true],
    ['fr', 'dimanche', 'dimanche en huit', true],
    ['ja', '日曜', '再来週の日曜', true],
    ['ja', '来週の日曜', '再来週の日曜', true],
  ] as const)('names another day if it names another week: %s, %s and %s', (language, day, answer, expected) => {
    expect(namesAnother(at(day), answer, language)).toBe(expected);
  });

  it.each([
    ['en', 'Choir till nine, but after that gladly', "I'd love to, but I'm away all week"],
    ['de', 'Chorprobe bis neun, danach gern', 'Würde so gern, bin aber die ganze Woche weg'],
    ['es', 'Hasta las nueve no, más tarde sí', 'Me encantaría, pero no estoy en toda la semana'],
    ['fr', 'Chorale jusqu’à neuf heures, après avec plaisir', 'J’aimerais bien, mais je suis absent'],
    ['ja', '九時までは無理だけど、そのあとなら行けるよ', '行きたいけど、今週はずっと留守なんだ'],
  ] as const)('offers a part of it, or nothing: %s, %s', (language, part, nothing) => {
    expect(offersPart(part, language)).toBe(true);
    expect(offersPart(nothing, language)).toBe(false);
  });
});
