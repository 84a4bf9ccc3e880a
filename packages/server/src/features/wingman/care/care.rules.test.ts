import { describe, expect, it } from 'vitest';
import { readConversation } from '../reading/conversation-reading.rules.ts';
import { read } from '../testing/read-messages.ts';
import { chooseCare } from './care.rules.ts';
import { createCareFinder } from './find-care.ts';

function careFor(...lines: string[]) {
  const { moment } = readConversation(read(...lines), 'en');
  return moment && chooseCare(moment);
}

describe('care', () => {
  it.each([
    ['< My husband hits me when he is drunk', ['danger']],
    ['< A man raped me after a party last year', ['sexual_violence']],
    ['< Mein Chef hat mich begrapscht', ['sexual_violence']],
    ['< Me violaron hace tres años', ['sexual_violence']],
    ["< J'ai été violée à vingt ans", ['sexual_violence']],
    ['< 昔、レイプされました', ['sexual_violence']],
    ['< My father beat me as a child', ['childhood_abuse']],
    ['< Als Kind wurde ich von meinem Trainer missbraucht', ['childhood_abuse', 'sexual_violence']],
    ['< Mi padre me pegaba cuando era pequeño', ['childhood_abuse']],
    ["< Mon oncle m'a touchée quand j'étais petite", ['childhood_abuse', 'sexual_violence']],
    ['< 子どもの頃、父に殴られていました', ['childhood_abuse']],
  ])('names those who help with what was told: %s', (line, needs) => {
    expect(careFor(line)?.needs).toEqual(needs);
  });

  it('is of the most urgent moment that there is an advice for', async () => {
    const { moments } = readConversation(
      read('> My grandmother died', '< Sorry, I do not want to meet. Please stop writing'),
      'en',
    );
    expect(moments.map(({ moment }) => moment)).toEqual(['grief', 'boundary']);
    const finder = createCareFinder({ profile: {} as never, helpLines: [] as never });
    const care = await finder.getCare('reader', moments, { viewer: true, other: true });
    expect(care).toMatchObject({ moment: 'boundary', mine: false, title: 'They said no' });
  });

  it.each([
    ['> No, I do not send those', '< Come on, send me nudes'],
    ['> Nein, sowas schicke ich nicht', '< Stell dich nicht an, schick ein Nacktbild'],
    ['> No mando fotos así', '< Venga, mándame una foto desnuda'],
    ["> Non, je n'envoie pas ça", '< Allez, envoie une photo nue'],
    ['> そういう写真は送れません', '< いいじゃん、裸の写真送って'],
  ])('says that they went on after a no: %s', (no, pressure) => {
    expect(careFor(no, pressure)).toMatchObject({ title: 'They went on after your no', actions: ['report', 'block'] });
    expect(careFor('> What a nice day', pressure)?.title).toBe('You owe nobody this');
  });
});
