import { linkifyit } from 'linkify-it';

/** A part of a message: plain text, or an address that can be opened. */
export type TextPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string };

const linkify = linkifyit({ fuzzyLink: true, fuzzyEmail: false })
  .add('ftp:', null)
  .add('mailto:', null)
  .add('//', null);
/** Without a scheme only `www.` makes a link: `node.js` or `me.You` in a sentence do not. */
const LINK_START = /^(?:https?:\/\/|www\.)/i;

/** Splits a message into plain text and links. Only http and https addresses become links. */
export function splitLinks(content: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const { index, lastIndex, raw } of linkify.match(content) ?? []) {
    const href = LINK_START.test(raw) ? toHref(raw) : null;
    if (!href) continue;
    if (index > at) parts.push({ kind: 'text', text: content.slice(at, index) });
    parts.push({ kind: 'link', text: raw, href });
    at = lastIndex;
  }
  if (at < content.length) parts.push({ kind: 'text', text: content.slice(at) });
  return parts;
}

function toHref(address: string): string | null {
  try {
    const url = new URL(/^www\./i.test(address) ? `https://${address}` : address);
    const hasDomain = url.hostname.includes('.') || url.hostname === 'localhost';
    return hasDomain ? url.href : null;
  } catch {
    return null;
  }
}
