/** A piece of a message: words, or an address that can be opened. */
export type TextPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string };

const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"'`{}|\\^]+/giu;
/** What ends a sentence is not part of an address. */
const TRAILING = /[.,;:!?…»”’*_~]+$/u;

/** Splits a message into words and addresses; only http and https become links. */
export function splitLinks(content: string): TextPart[] {
  const pieces: TextPart[] = [];
  let at = 0;
  for (const match of content.matchAll(ADDRESS)) {
    const text = trimAddress(match[0]);
    const href = toHref(text);
    if (!href) continue;
    if (match.index > at) pieces.push({ kind: 'text', text: content.slice(at, match.index) });
    pieces.push({ kind: 'link', text, href });
    at = match.index + text.length;
  }
  if (at < content.length) pieces.push({ kind: 'text', text: content.slice(at) });
  return pieces;
}

function trimAddress(address: string): string {
  let text = address.replace(TRAILING, '');
  // A closing bracket belongs to the sentence unless it was opened within the address.
  while (text.endsWith(')') && count(text, ')') > count(text, '(')) text = text.slice(0, -1).replace(TRAILING, '');
  return text.endsWith(']') ? text.slice(0, -1) : text;
}

function count(text: string, char: string): number {
  return text.split(char).length - 1;
}

function toHref(text: string): string | null {
  try {
    const url = new URL(/^www\./i.test(text) ? `https://${text}` : text);
    const named = url.hostname.includes('.') || url.hostname === 'localhost';
    return (url.protocol === 'https:' || url.protocol === 'http:') && named ? url.href : null;
  } catch {
    return null;
  }
}

const FOLD_CHARS = 700;
const FOLD_LINES = 14;

/** The beginning of a long text; null where it is shown whole. */
export function foldText(content: string): string | null {
  const lines = content.split('\n');
  if (content.length <= FOLD_CHARS && lines.length <= FOLD_LINES) return null;
  const byLines = lines.slice(0, FOLD_LINES).join('\n');
  if (byLines.length <= FOLD_CHARS) return byLines.trimEnd();
  const cut = byLines.slice(0, FOLD_CHARS);
  const space = cut.lastIndexOf(' ');
  return (space > FOLD_CHARS / 2 ? cut.slice(0, space) : cut).trimEnd();
}

const EMOJI_ONLY =
  /^(?:\p{Extended_Pictographic}(?:\uFE0F|\u200D\p{Extended_Pictographic}|\p{Emoji_Modifier})*|\p{Regional_Indicator}{2}){1,3}$/u;

/** One to three emoji and nothing else: they are shown large. */
export function isEmojiOnly(content: string): boolean {
  return EMOJI_ONLY.test(content.replace(/\s/g, ''));
}
