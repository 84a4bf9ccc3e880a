const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu;
const LINK = /\b(?:https?:\/\/|www\.)\S+/gi;
const PHONE = /(?:\+|\b)\d[\d ()/.-]{6,}\d\b/g;
const HANDLE = /(^|\s)@[\p{L}\p{N}_.]{2,}/gu;

/** Japanese and Chinese have no spaces between words. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** What languages add to a name: "Ann's", "Annas Hund". */
const ENDING = "(?:['’]?s|[ens]{1,2})?";

/** Removes what identifies a person from a text: email addresses, phone numbers, links, handles, and the given names and places. */
export function scrub(text: string, names: readonly string[] = []): string {
  const scrubbed = text
    .normalize('NFKC')
    .replace(EMAIL, '[email]')
    .replace(LINK, '[link]')
    .replace(PHONE, '[number]')
    .replace(HANDLE, '$1[handle]');
  // Of "Ann" and "Ann-Marie" the longer one first.
  return names
    .map((name) => name.normalize('NFKC').trim())
    .filter((name) => name !== '')
    .sort((one, other) => other.length - one.length)
    .reduce(removeName, scrubbed);
}

function removeName(text: string, name: string): string {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = WITHOUT_SPACES.test(name) ? escaped : `(?<![\\p{L}\\p{N}])${escaped}${ENDING}(?![\\p{L}\\p{N}])`;
  // "A" as a name is a capital; the article is not.
  return text.replace(new RegExp(pattern, name.length > 1 ? 'giu' : 'gu'), '[name]');
}
