const EMAIL = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu;
const LINK = /\b(?:https?:\/\/|www\.)\S+/gi;
const PHONE = /(?:\+|\b)\d[\d ()/.-]{6,}\d\b/g;
const HANDLE = /(^|\s)@[\p{L}\p{N}_.]{2,}/gu;

/** Removes what identifies a person from a text: email addresses, phone numbers, links, handles, and the given names and places. */
export function scrub(text: string, names: readonly string[] = []): string {
  const scrubbed = text
    .replace(EMAIL, '[email]')
    .replace(LINK, '[link]')
    .replace(PHONE, '[number]')
    .replace(HANDLE, '$1[handle]');
  return names.filter((name) => name.trim().length > 1).reduce(removeName, scrubbed);
}

function removeName(text: string, name: string): string {
  const escaped = name.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'giu'), '[name]');
}
