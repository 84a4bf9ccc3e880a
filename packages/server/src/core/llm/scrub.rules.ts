import { ADDRESS_ENDINGS } from '../text/address-endings.data.ts';
import { scrubIntroduced } from './private-words.rules.ts';

const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu;
const LINK = /\b(?:https?:\/\/|www\.)\S+/gi;
const BARE_LINK = /(?<![\p{L}\p{N}.@-])(?:[\p{L}\p{N}-]{1,40}\.){1,5}(\p{L}{2,24})(?![\p{L}\p{N}-])([/?#]\S*)?/gu;
const PHONE = /(?:\+|\b)\d[\d ()/.‐-―-]{6,}\d\b/g;
const HANDLE = /(?<![\p{L}\p{N}])@[\p{L}\p{N}_.]{2,}/gu;
/** "insta: ann_b" */
const LABELLED_HANDLE =
  /(?<![\p{L}\p{N}])((?:insta(?:gram)?|ig|snap(?:chat)?|telegram|tg|discord|skype|line|kik|whats ?app|wechat|facebook|fb|tik ?tok|threema) ?[:=] ?)[\p{L}\p{N}_.#-]{2,}/giu;

/** Japanese and Chinese have no spaces between words. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** What languages add to a name: "Ann's", "Annas Hund". */
const ENDING = "(?:['’]?s|[ens]{1,2})?";
/** How people write what has marks without them, where that is more than to leave the marks out. */
const PLAIN_SPELLING: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  å: 'aa',
  æ: 'ae',
  œ: 'oe',
  ø: 'oe?',
  ł: 'l',
  đ: 'd',
  ı: 'i',
};

/** A text without the characters that nobody sees, and of those that look alike the usual ones. */
export function toVisible(text: string): string {
  return text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
}

/** Removes email addresses, phone numbers, links and handles. The rest is as `toVisible` gives it. */
export function scrubContacts(text: string): string {
  return toVisible(text)
    .replace(EMAIL, '[email]')
    .replace(LINK, '[link]')
    .replace(BARE_LINK, (found, ending: string, path?: string) => (isAddress(ending, path) ? '[link]' : found))
    .replace(PHONE, '[number]')
    .replace(HANDLE, '[handle]')
    .replace(LABELLED_HANDLE, '$1[handle]');
}

/** Where a space is missing after a full stop, as in "nice.Me too", the next word begins with a capital. */
function isAddress(ending: string, path: string | undefined): boolean {
  return ADDRESS_ENDINGS.has(ending.toLowerCase()) && (path !== undefined || !/^\p{Lu}\p{Ll}/u.test(ending));
}

/** @param name capitalised; `isLikely` where the words before it are those before a place */
export type IsTown = (name: string, isLikely: boolean) => boolean;

/**
 * Removes what identifies a person from a text, as far as it is recognised: contacts, the given names, addresses, employers and names
 * where the words before them tell, and towns.
 */
export function scrub(text: string, names: readonly string[] = [], isTown: IsTown = () => false): string {
  // "Ann-Marie" before "Ann", and all of them before the towns that an employer is named after.
  const nameless = names
    .map((name) => name.normalize('NFKC').trim())
    .filter((name) => name !== '')
    .sort((one, other) => other.length - one.length)
    .reduce(removeName, scrubContacts(text));
  return removeTowns(scrubIntroduced(nameless), isTown);
}

function removeName(text: string, name: string): string {
  if (WITHOUT_SPACES.test(name)) return text.replaceAll(name, '[name]');
  const pattern = `(?<![\\p{L}\\p{N}\\p{M}])${[...name].map(toSpellings).join('')}${ENDING}(?![\\p{L}\\p{N}\\p{M}])`;
  // "A" as a name is a capital; the article is not.
  const found = new RegExp(pattern, name.length > 1 ? 'giu' : 'gu');
  return text.normalize('NFD').replace(found, '[name]').normalize('NFC');
}

/** With and without its marks, as people write a name in a hurry: "José" and "Jose", "Jürgen" and "Juergen". */
function toSpellings(char: string): string {
  const bare = char.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const withMarks = `${bare.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\p{M}*`;
  const plain = PLAIN_SPELLING[char.toLowerCase()];
  return plain === undefined ? withMarks : `(?:${withMarks}|${plain})`;
}

const TOWN_WORD = "\\p{Lu}[\\p{L}'’]+(?:-\\p{L}+)*";
const TOWN = new RegExp(
  `(?<![\\p{L}\\p{N}[])((?:[Ii]n|[Ff]rom|[Nn]ear|[Tt]o|[Aa]us|[Nn]ach|[Bb]ei|[Ee]n|[Dd]e|[Dd]esde|à|À|[Vv]ers) )?(${TOWN_WORD}(?: (?:(?:am|an der|im|de|del|la|les|sur) )?${TOWN_WORD}){0,3})`,
  'gu',
);
/** Large towns without Latin letters, which the list of towns does not have. */
const JAPANESE_TOWNS =
  /東京|大阪|京都(?!議)|横浜|名古屋|札幌|神戸|福岡|川崎|広島|仙台|千葉|埼玉|新宿|渋谷|池袋|奈良|沖縄|北海道|長崎|熊本|金沢|静岡|新潟|岡山|鎌倉/gu;

/** Removes the longest part of several capitalised words that is a town, and looks at the rest again. */
function removeTowns(text: string, isTown: IsTown): string {
  return text.replace(JAPANESE_TOWNS, '[place]').replace(TOWN, (_, before: string | undefined, words: string) => {
    const parts = words.split(' ');
    const kept: string[] = [];
    for (let from = 0; from < parts.length; ) {
      let to = parts.length;
      const isLikely = before !== undefined && from === 0;
      while (to > from && !isTown(parts.slice(from, to).join(' '), isLikely)) to -= 1;
      kept.push(to > from ? '[place]' : (parts[from] as string));
      from = Math.max(to, from + 1);
    }
    return `${before ?? ''}${kept.join(' ')}`;
  });
}
