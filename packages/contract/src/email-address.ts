const EMAIL_MAX_BYTES = 254;
const LOCAL_MAX_BYTES = 64;
/** RFC 6531: the characters of an unquoted local part, with letters, marks and digits of all scripts. */
const LOCAL = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
/** What may be typed as a domain; its letters become ASCII before it is compared. */
const DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;
/** At least two labels; the last one is a word or the ASCII form of one, never a number as in an IP address. */
const ASCII_DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

const countBytes = (text: string) => new TextEncoder().encode(text).length;

/**
 * An email address in the one form that is stored, compared and sent to: trimmed, lower case, in Unicode's normal form C, and
 * with the domain in ASCII (punycode, by UTS 46). Null for text that is not an address, or whose local part only looks like another
 * one (full-width letters, ligatures: what normal form KC changes).
 */
export function normalizeEmail(text: string): string | null {
  const trimmed = text.trim().normalize('NFC').toLowerCase().normalize('NFC');
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, Math.max(0, at));
  const domain = toAsciiDomain(trimmed.slice(at + 1));
  if (domain === null || !LOCAL.test(local) || local.normalize('NFKC') !== local) return null;
  const address = `${local}@${domain}`;
  return countBytes(local) <= LOCAL_MAX_BYTES && countBytes(address) <= EMAIL_MAX_BYTES ? address : null;
}

function toAsciiDomain(domain: string): string | null {
  if (!DOMAIN.test(domain) || !URL.canParse(`http://${domain}`)) return null;
  const { hostname } = new URL(`http://${domain}`);
  return ASCII_DOMAIN.test(hostname) ? hostname : null;
}
