import { describe, expect, it } from 'vitest';
import { findMoments } from '../reading/conversation-reading.rules.ts';
import { read } from '../testing/read-messages.ts';

const listMoments = (...lines: string[]) => findMoments(read(...lines)).map(({ moment }) => moment);

describe('figures of speech that need more than a word', () => {
  it.each([
    [['< Nos mataron che, 5 a 0. Igual después hubo asado así que ni me acuerdo']],
    [['> how was the match?', '< they absolutely murdered us']],
    [['< they murdered us 4-1, I want my Saturday back']],
    [['< wir wurden vernichtet, 0:7, und das zu Hause']],
    [['> Wie war das Turnier?', '< Die haben uns komplett umgebracht']],
    [["< on s'est fait massacrer 6-0, je suis encore vexé"]],
    [['> 試合どうだった？', '< ボコボコにされた、0対8 笑']],
    [['< El examinador se agarraba a la puerta como si lo estuviera secuestrando. Dime algo bonito']],
    [['< Der Kater schrie beim Tierarzt, als würde ich ihn umbringen']],
    [["< Il s'accrochait à la portière comme si je le kidnappais"]],
    [['< 教官が誘拐されてるみたいな顔でドアにつかまってた']],
    [['< My cat stares at me as if she wants to kill me']],
    [['> Wie geht es deiner Katze?', '< Sie schaut mich an, als ob sie mich umbringen wollte']],
    [['< Mein Kater schaut mich an, als wollte er mich umbringen']],
    [['< Gustav, mein Kater, dreizehn und dagegen', '> Der guckt, als wollte er mich umbringen', '< Will er auch.']],
    [['< Mi gato me mira como si quisiera matarme']],
    [['< Mon chat me regarde comme s’il voulait me tuer']],
    [['< うちの猫、ごはんが遅いと私を殺すぞって目で見てくる']],
    [['< Ich bring meinen Chef um, er hat schon wieder nach Feierabend den Dienstplan geändert']],
    [["< I'm going to kill my boss, he changed the rota again"]],
    [['< Voy a matar a mi jefe, ha vuelto a cambiar los turnos']],
    [['< Je vais tuer mon chef, il a encore changé le planning']],
    [['< 上司を殺したい、またシフト勝手に変えられた']],
    [['> nicht dein Ernst', '< Doch. Seit der vierten Klasse, im Musikverein. Überleg dir gut, ob du weiterschreibst']],
    [["< I've played the tuba since ninth grade"]],
    [['< Toco la tuba desde cuarto de primaria']],
    [['< Je joue du tuba depuis la quatrième']],
    [['< 中学2年からチューバをやってます']],
    [['< 今晩は。六十七歳、定年後に畑を始めた者です']],
    [['< 十八歳です']],
    [['< My sourdough starter died over the weekend. We gave it a funeral by the compost bin']],
    [['< Unser Sauerteig ist gestorben, wir haben ihn im Garten begraben']],
    [['< Se me murió la masa madre y le hicimos un entierro en el compost']],
    [["< Mon levain est mort, on l'a enterré au compost"]],
    [['< うちのぬか床が死んだので、庭で葬式しました']],
    [['< The funeral scene made me laugh so loudly that the row in front turned round']],
    [['< Meine Oma hat die Musik für ihre Beerdigung schon ausgesucht. Sie ist 91 und kerngesund']],
    [['< 祖母が自分の葬式の曲もう決めてて。91歳で元気いっぱいです']],
    [['< I was mugged by a seagull. It took the whole sandwich']],
    [['< Von einer Möwe überfallen, das ganze Fischbrötchen weg']],
    [['< Me atracó una gaviota, se llevó el bocata entero']],
    [['< Agressé par une mouette, elle a pris tout le sandwich']],
    [['< カモメに襲われてサンドイッチ全部とられた']],
    [['< Voy a matar de un infarto al de la autoescuela, frena antes que yo']],
    [['< Meine Schwester würd mich umbringen, wenn ich dir das erzähl']],
    [['< La cena la pago yo. El postre me lo pasas por Bizum jaja']],
    [['< I play the tuba', "> you can't be serious"]],
    [['< Je joue du tuba', "> t'es pas sérieuse ?!"]],
  ])('are nothing hard: %s', (lines) => {
    expect(listMoments(...lines)).toEqual([]);
  });

  it.each([
    [['> how was the match?', "< I'm going to kill him tonight, I have a gun"], 'violence'],
    [['> 試合どうだった？', '< 試合の後あいつを殺すって決めた。家も知ってる'], 'violence'],
    [['< He hits me 3 to 4 times a week'], 'abuse'],
    [['< Mein Vater hat mich 5 zu 6 mal im Monat geschlagen'], 'abuse'],
    [['< Ich bring meinen Chef um, ich mein das ernst. Er hat schon wieder den Dienstplan geändert'], 'violence'],
    [['< I will kill my boss, he changed the rota again and I have a knife'], 'violence'],
    [['< Voy a matar a mi jefe, lo espero esta noche. Ha vuelto a cambiar los turnos'], 'violence'],
    [['< He looked at me as if he was going to kill me, then he hit me'], 'abuse'],
    [['< Bin in der zehnten Klasse, seit der fünften am Gymnasium'], 'minor'],
    [["< I'm in ninth grade"], 'minor'],
    [['< My mother died on Friday, and my plants died while I sat with her'], 'grief'],
    [['< The funeral is on Monday, dad would have laughed'], 'grief'],
    [['< My boyfriend beats me, even the cat hides under the bed'], 'abuse'],
    [['< Send me 300 on PayPal for the ticket and I will come to you, my card is blocked'], 'scam'],
    [['< 十五歳です'], 'minor'],
  ] as const)('leave what is meant: %s', (lines, moment) => {
    expect(listMoments(...lines)).toContain(moment);
  });
});

describe('the age that somebody says when they are asked', () => {
  it.each([
    [["> T'as quel âge en vrai ? Ton profil dit 19", '< bah en vrai 14 mais tt le monde me dit que je fais plus']],
    [['> How old are you really?', '< 15']],
    [['> how old are you', '> your profile says 20', '< seventeen, almost']],
    [['> Wie alt bist du wirklich?', '< ehrlich gesagt erst 16']],
    [['> ¿Cuántos años tienes?', '< pues quince, pero soy muy madura']],
    [['> 何歳なの？', '< 本当は17です']],
    [['> Are you really 19?', '< no, 15 lol']],
  ])('is that of a minor: %s', (lines) => {
    expect(listMoments(...lines)).toContain('minor');
  });

  it.each([
    [['> How old are you?', '< 45']],
    [['> How old are you?', "< 17, just kidding, I'm 43"]],
    [['> How old is your dog?', '< 14']],
    [['> How old are you?', '< 10 out of 10 people guess wrong. 41']],
    [['> How old are you?', '< Once you pass 40 you stop counting']],
    [['> Wie alt ist deine Tochter, und wie alt bist du?', '< 14, und ich 41']],
    [['> Wann kommst du, und wie alt bist du eigentlich?', '< 14 Uhr, und 38']],
    [['> ¿Cuántos kilómetros fueron?', '< 14']],
    [["> T'as quel âge ? T'habites loin ?", '< 14 km, et 36 ans']],
    [['> 猫ちゃん何歳？', '< 15です']],
  ])('is none of these: %s', (lines) => {
    expect(listMoments(...lines)).toEqual([]);
  });
});
