import { describe, expect, it } from 'vitest';
import { readConversation } from '../reading/conversation-reading.rules.ts';
import { read } from '../testing/read-messages.ts';
import { suggest } from './suggest.rules.ts';

const texts = (...lines: string[]) => {
  const messages = read(...lines);
  const reading = readConversation(messages, 'en');
  return suggest(reading, messages, { prompts: [], talkingPoints: [] }, []).suggestions.map(({ text }) => text);
};
const all = (lines: readonly string[]) => texts(...lines).join(' ');

describe('a line does not fit where', () => {
  it.each([
    [['< Tonight at eight, or Friday?'], /Friday/, /eight/],
    [['> Auf einen Kaffee?', '< Gern! Heute halb neun oder lieber Freitag?'], /Freitag/, /halb/],
    [['< ¿Quedamos hoy a las ocho o mejor el viernes?'], /viernes/, /ocho/],
    [['< On se voit ce soir à 20h ou plutôt vendredi ?'], /vendredi/, /20/],
    [['< Shall we say Saturday or Sunday at four?'], /Sunday at four/, /Saturday/],
    [['< Freitag um acht im Kino?'], /Freitag um acht/, /oder/],
  ])('the hour of one day is joined to another: %j', (lines, said, unsaid) => {
    expect(all(lines)).toMatch(said);
    expect(all(lines)).not.toMatch(unsaid);
  });

  it('in Japanese, where the hour belongs to the other of two days, nothing is said', () => {
    expect(texts('< 今夜8時か、金曜日に飲みに行きませんか？')).toEqual([]);
  });

  const ANOTHER_DAY = /a day that suits|einen Tag, der uns|un día que nos|un jour qui nous|都合のいい/iu;
  it.each([
    ['< Shall we go for a drink?', "I'm free all week."],
    ['< Wollen wir diese Woche einen Kaffee trinken?', 'Ich habe jeden Tag Zeit.'],
    ['< ¿Te apetece tomar un café conmigo?', 'Estoy libre toda la semana.'],
    ["< Ça te dirait d'aller boire un verre ?", 'Je suis libre tous les soirs.'],
    ['< 一緒にご飯行きませんか？', '今週はいつでも空いています。'],
  ])('another day is asked of somebody who is free on each: %s %s', (offer, free) => {
    expect(all([offer])).toMatch(ANOTHER_DAY);
    expect(all([`${offer} ${free}`])).not.toMatch(ANOTHER_DAY);
    expect(texts(`${offer} ${free}`).length).toBeGreaterThan(0);
  });

  it.each([
    ['> Haha you look like my grandma in that one', '< That really hurt. I know I look older than I am.', /right/],
    ['> Du siehst auf dem Bild alt aus', '< Das hat mich verletzt. Ich weiß, dass ich älter aussehe.', /recht/],
    ['> Pareces mi abuela en esa foto', '< Eso me ha dolido. Ya sé que parezco mayor.', /razón/],
    ['> On dirait ma grand-mère sur la photo', "< Ça m'a blessée. Je sais que je fais plus vieille.", /raison/],
  ])('it agrees with what somebody says against themselves: %s %s', (mine, theirs, agrees) => {
    expect(all([mine, theirs])).not.toMatch(agrees);
  });
  it('who was hurt, and admits nothing, is told that they are right', () => {
    expect(all(['> Haha you look like my grandma', '< That really hurt, you know.'])).toMatch(/right/);
  });

  it.each([
    [['> ¿Qué tal tu semana?', '< Mi abuela murió ayer, disculpe que no le contestara.'], /su abuela/],
    [['> Tu as bien dormi ?', '< Excusez-moi. Mon frère est mort ce matin'], /votre frère/],
    [['> Hast du gut geschlafen?', '< Mein Bruder ist gestern gestorben. Danke, dass Sie fragen.'], /Ihr/],
    [['> Avez-vous bien dormi ?', '< Mon frère est mort hier. Toi, tu sais ce que c’est.'], /ton frère/],
    // "Vous" may be the two of them, where they have said "tu" before.
    [
      ['< Coucou, tu vas bien ?', '> Oui, et toi ?', '< Ma sœur est morte hier. Vous vous seriez bien entendues.'],
      /ta sœur/,
    ],
  ])('in sorrow it speaks to somebody in another form than theirs: %j', (lines, said) => {
    expect(all(lines)).toMatch(said);
  });

  it.each([
    ['> How did it go?', '< I failed. Good night.'],
    ["> Wie lief's?", '< Durchgefallen. Gute Nacht.'],
    ['> ¿Qué tal el examen?', '< Suspendí. Buenas noches.'],
    ['> Alors, ton entretien ?', "< Ils ont pris quelqu'un d'autre. Bonne nuit."],
    ['> 結果どうだった？', '< 落ちた。おやすみ'],
    ['< 最終で落ちました…', '> そうでしたか', '< ちょっとへこんでます。今夜は早く寝ます。おやすみなさい'],
    ['< I failed my driving test again', '> Oh', '< Anyway, off to bed. Good night'],
  ])('it wishes a good night after bad news, and no more: %s %s %s', (...lines) => {
    expect(texts(...lines)).toEqual([]);
  });
  it.each([
    ['> It was nice to hear of your garden', '< I failed to finish the book, off to bed. Good night!'],
    ['> Schön, von dir zu hören', '< Jetzt geh ich ins Bett. Gute Nacht!'],
    ['> また明日', '< そろそろ寝ます。おやすみ'],
    ['< I failed my driving test again', "> Oh no, I'm so sorry!", '< Thank you. Off to bed now, good night!'],
  ])('a plain good night is answered: %s %s %s', (...lines) => {
    expect(texts(...lines).length).toBeGreaterThan(0);
  });

  it.each([
    ['> On dit 19h devant la librairie ?', '< Plutôt 19h30, je ferme la pharmacie à 19h et je viens à vélo'],
    ['> Shall we say seven at the bookshop?', '< Rather half past seven, I come by bike after my guitar lesson'],
    ['> Sagen wir um sieben?', '< Lieber halb acht, ich komme mit dem Rad vom Gitarrenunterricht'],
    ['> ¿Quedamos a las siete?', '< Mejor a las ocho, voy en bici desde clase de guitarra'],
  ])('it asks about a bike instead of answering with the hour: %s %s', (...lines) => {
    expect(all(lines)).not.toMatch(/[?？]/u);
  });
});
