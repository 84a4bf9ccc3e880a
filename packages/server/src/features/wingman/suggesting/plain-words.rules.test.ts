import { describe, expect, it } from 'vitest';
import { suggestFor } from '../evaluation/draw-lists.ts';

const texts = (...lines: string[]) =>
  suggestFor(lines.map((line) => ({ mine: line.startsWith('>'), content: line.slice(2) }))).join(' ');

describe('what single words leave no doubt about', () => {
  it.each([
    [['> so 7 at the bus station?', "< make it 7:15? my tram's always late"], /works for me/],
    [
      ['> Samstag Flohmarkt in Linden?', '< Gern!', '< Aber erst ab elf, vorher bin ich nicht ansprechbar'],
      /passt mir/,
    ],
    [['> La espero a las cinco en la plaza.', '< Mejor a las seis, que a las cinco aprieta el sol'], /viene bien/],
    [['> On dit toujours 19h ?', '< Plutôt 20h si ça te va, la petite a sa répétition'], /me va aussi/],
    [
      ['> 土曜の11時に改札でいいですか？', '< すみません、歯医者が…13時に変えてもらえたら助かります！'],
      /それで大丈夫です/,
    ],
  ])('another day or hour than the reader proposed is accepted: %s', (lines, expected) => {
    expect(texts(...lines)).toMatch(expected);
  });

  it.each([
    [
      "< rude!! 😂 thank you though, I'm a bit shy at the start. right I'm off to bed before I say something daft",
      /sleep well/,
    ],
    [
      '< Fand ich auch 🙈 Ich hab übrigens deine Mütze noch, die gibts nur gegen ein zweites Date zurück. Schlaf gut, du Minigolf-Betrüger',
      /Gute Nacht/,
    ],
    ['< A mí también. Que descanses, y mañana me sigues contando lo del camping', /Buenas noches/],
    ["< je file dormir, réveil à 4 h. merci pour ce soir au téléphone, ça m'a fait du bien", /Bonne nuit/],
    ['< 教えてくれた味噌のお店、今日寄ってきたよ。ありがとう。おやすみなさい', /おやすみ/],
    [
      '< Sorry for the slow reply, my daughter had me building a trampoline all weekend. Four bolts left over',
      /No worries/,
    ],
    [
      '< Entschuldige, dass ich erst jetzt schreibe. Meine Enkelin hat bei mir übernachtet und wir haben gespielt',
      /kein Problem/,
    ],
    ['< Perdona que no te contesté ayer, estuvimos con la aceituna hasta que se hizo de noche', /no pasa nada/],
    ["< Désolée pour le silence, j'étais chez ma tante sans réseau tout le week-end", /souci/],
    ['< お返事遅くなってすみません。孫の運動会で一日中ビデオ係をしておりました', /大丈夫/],
    ['< just got the keys to my flat 🔑🎉 no furniture, one spoon', /happy for you/],
    ['< BESTANDEN!!! Im dritten Anlauf, ich fass es nicht', /freut mich|Glückwunsch/],
    ['< APROBADO!!! Plaza de bombero, seis años opositando. Estoy temblando todavía', /alegr/],
    ['< ouiiii signé ce matin !! 28m2 et un balcon', /plaisir/],
    ['< 推しのライブ当たった〜〜🎉🎉', /嬉しい/],
    ['< hab morgen mündliche prüfung und kann nix. gar nix. bete für mich', /Daumen/],
    ['< Mañana tengo la entrevista en la biblioteca y no pego ojo', /suerte|dedos/],
    ['< The photo of you on the ladder with paint in your hair is the best thing on this whole app', /Thank you/],
    ['< salut, tu as un très beau sourire, fin du message', /Merci/],
  ])('has its line: %s', (line, expected) => {
    expect(texts(...line.split(' / '))).toMatch(expected);
  });

  it.each([
    ['< I slept so badly last night, the neighbours had a party'],
    ['< Ich geh ins Bett, wenn die Kinder endlich schlafen'],
    ['< Buenas noches. Soy Amparo, jubilada de Correos'],
    ['< うん、たぶん受かったと思う、わかんないけど'],
    ['< Leider nicht bestanden, zum dritten Mal'],
    ['< My daughter has her driving test tomorrow'],
    ['< mi hijo tiene examen mañana'],
    ['< Guten Morgen. Waschmaschine ausgelaufen, und es ist erst Viertel vor acht'],
  ])('is not, where the same words say something else: %s', (line) => {
    expect(texts(line)).not.toMatch(
      /Sweet|Träume|sueños|嬉し|freut mich|happy for you|Fingers|suerte|made me smile|passt mir/,
    );
  });

  it('is not what the reader has just named themselves, or a day that does not suit', () => {
    expect(texts('> Steht Mittwoch noch?', '< äh, bin im Baumarkt, jedenfalls, Mittwoch geht klar')).not.toMatch(
      /passt mir/,
    );
    expect(texts('> Samstag um elf?', '< Samstag passt leider gar nicht')).not.toMatch(/passt mir/);
  });
});
