import type { Api } from './api.ts';

const PATIENCE_MS = 10_000;
const POLL_MS = 100;

/** A letter in the dev mailbox. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  at: string;
}

/** Everything mailed to an address, newest first. */
async function lettersTo(api: Api, address: string): Promise<Letter[]> {
  return (await api.get(`/dev/mailbox.json?to=${encodeURIComponent(address)}`)) as Letter[];
}

/** Waits for the newest letter to an address whose subject fits. */
export async function letterTo(api: Api, address: string, subject: RegExp): Promise<Letter> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; ) {
    const letter = (await lettersTo(api, address)).find((candidate) => subject.test(candidate.subject));
    if (letter) return letter;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`no letter ${subject} to ${address} within ${PATIENCE_MS} ms`);
}

/** The six digits that a letter asks to be typed in. */
export function codeIn(letter: Letter): string {
  const code = /\b\d{6}\b/.exec(letter.text)?.[0];
  if (!code) throw new Error(`no code in "${letter.subject}": ${letter.text}`);
  return code;
}

/** The link of a letter whose address fits. */
export function linkIn(letter: Letter, address: RegExp): string {
  const link = letter.links.find((candidate) => address.test(candidate));
  if (!link) throw new Error(`no link ${address} in "${letter.subject}": ${letter.links.join(', ')}`);
  return link;
}
