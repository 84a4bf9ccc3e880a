import { addToWindow, EMPTY_WINDOW } from '@soulsight/affinity/language-detection';
import { textFeatures } from '@soulsight/affinity/text';
import { describe, expect, it } from 'vitest';
import { suggestFor } from '../evaluation/draw-lists.ts';
import { measureDistinct2, suggestOpenersForPairs } from '../evaluation/openers.ts';
import { readWrittenConversations } from '../evaluation/written-conversations.ts';
import { type ReadMessage, readConversation } from '../reading/conversation-reading.rules.ts';
import { suggest } from './suggest.rules.ts';

/** Messages as `> mine` and `< theirs`. */
function read(...lines: string[]): ReadMessage[] {
  const windows = { mine: EMPTY_WINDOW, theirs: EMPTY_WINDOW };
  return lines.map((line, n) => {
    const [mine, content] = [line.startsWith('>'), line.slice(2)];
    const writer = mine ? 'mine' : 'theirs';
    windows[writer] = addToWindow(windows[writer], content);
    return {
      mine,
      content,
      seq: n + 1,
      at: new Date(n),
      features: textFeatures(content, { languages: windows[writer] }),
    };
  });
}
const advise = (...lines: string[]) => {
  const messages = read(...lines);
  return suggest(readConversation(messages, 'en'), messages, { prompts: [], talkingPoints: [] }, []);
};
const texts = (...lines: string[]) => advise(...lines).suggestions.map(({ text }) => text);

describe('suggestions', () => {
  it('answer a proposal with yes, another day and not yet, in its own words', () => {
    const lines = texts('< Saturday at four at the botanical garden?');
    expect(lines).toHaveLength(3);
    for (const line of lines.slice(0, 2)) expect(line).toContain('Saturday at four');
  });

  it('confirm a plan that was agreed, and accept one that was declined', () => {
    expect(texts('> Shall we meet on Friday?', '< Yes, I would love to!')[0]).toMatch(/Friday/);
    expect(texts('> Shall we meet on Friday?', '< Friday is not possible, I am busy, sorry')).toEqual([
      'No problem at all. Tell me when it suits you better.',
    ]);
  });

  it('never ask what they have already said', () => {
    const lines = texts('< I have played the guitar since I was fifteen, my favourite song is an old one');
    expect(lines.join(' ')).not.toMatch(/How did music become|never skip/);
  });

  it('never ask again what was asked before', () => {
    const asked = '> Which song do you never skip?';
    expect(texts(asked, '< Hard to say. I love singing in my choir').join(' ')).not.toContain('never skip');
  });

  it('say nothing where nothing specific can be said', () => {
    expect(advise('< ok')).toEqual({ suggestions: [], silence: 'nothing_specific' });
    expect(advise('< 😂😂🐶').suggestions).toEqual([]);
    expect(advise('< What a photo! Where was that?').silence).toBe('only_you');
    expect(advise('< I sing in a choir', '> How nice, for how long have you been singing there?').silence).toBe(
      'waiting',
    );
  });

  it('apologise for what the reader wrote, and respect a no', () => {
    expect(texts('> That was a dumb thing to say', '< That hurt me, please do not talk to me like that')[0]).toMatch(
      /sorry/,
    );
    expect(texts('> Tell me about your ex', '< I am not comfortable with that, please stop asking')[0]).toMatch(
      /Of course/,
    );
  });

  it('speak of whom they lost', () => {
    expect(texts('< My grandmother died on Friday')[0]).toContain('your grandmother');
    expect(texts('< Am Freitag ist meine Oma gestorben')[0]).toContain('deine Oma');
    expect(texts('< Ma grand-mère est morte vendredi').join(' ')).toContain('ta grand-mère');
    expect(texts('< El viernes murió mi abuela')[0]).toContain('tu abuela');
    expect(texts('< 金曜日に祖母が亡くなりました')[0]).toContain('おばあさま');
  });

  it('follow how the person writes: register, lower case, emoji', () => {
    const formal = texts(
      '> Guten Abend, wie geht es Ihnen?',
      '< Gut, danke! Ich singe in einem Chor und spiele Gitarre',
    );
    expect(formal.join(' ')).toMatch(/Sie/);
    expect(formal.join(' ')).not.toMatch(/\bdu\b/);
    const own = ['> hey 😊', '> how was it', '> mine was fun 😊'];
    const [casual] = texts(...own, '< I went to choir, we sing on Tuesdays');
    expect(casual).toMatch(/^\p{Ll}/u);
    expect(casual).toContain('😊');
  });

  it('put no emoji under grief', () => {
    expect(texts('> hey 😊', '> how was it 😊', '> fun 😊', '< my grandmother died').join(' ')).not.toContain('😊');
  });

  it('leave no gap or placeholder in any line of the written conversations', () => {
    for (const { messages } of readWrittenConversations())
      for (const line of suggestFor(messages)) expect(line).not.toMatch(/[{}|%]|undefined|null| {2}/);
  });

  it('open 60 conversations in different words', () => {
    const openers = suggestOpenersForPairs(60);
    expect(openers).toHaveLength(60);
    expect(measureDistinct2(openers)).toBeGreaterThanOrEqual(0.8);
  });
});
