import { scrubIntroduced } from './private-words.rules.ts';

const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu;
const LINK = /\b(?:https?:\/\/|www\.)\S+/gi;
const PHONE = /(?:\+|\b)\d[\d ()/.-]{6,}\d\b/g;
const HANDLE = /(^|\s)@[\p{L}\p{N}_.]{2,}/gu;

/** Japanese and Chinese have no spaces between words. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** What languages add to a name: "Ann's", "Annas Hund". */
const ENDING = "(?:['’]?s|[ens]{1,2})?";

/** Removes email addresses, phone numbers, links and handles. */
export function scrubContacts(text: string): string {
  return text
    .normalize('NFKC')
    .replace(EMAIL, '[email]')
    .replace(LINK, '[link]')
    .replace(PHONE, '[number]')
    .replace(HANDLE, '$1[handle]');
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
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = WITHOUT_SPACES.test(name) ? escaped : `(?<![\\p{L}\\p{N}])${escaped}${ENDING}(?![\\p{L}\\p{N}])`;
  // "A" as a name is a capital; the article is not.
  return text.replace(new RegExp(pattern, name.length > 1 ? 'giu' : 'gu'), '[name]');
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
