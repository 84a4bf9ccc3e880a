import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Further headers, such as List-Unsubscribe. */
  headers?: Record<string, string>;
  attachments?: Attachment[];
}

export interface Attachment {
  filename: string;
  contentType: string;
  /** In base64. */
  content: string;
}

export interface StoredMail extends Mail {
  /** Every http and https link of the text, in order. */
  links: string[];
  /** When it was sent, in ISO 8601. */
  at: string;
}

/** Where mail goes while no SMTP server is configured. */
export interface Mailbox {
  add(mail: Mail, at: Date): void;
  /** Newest first; with an address, only mail to it. */
  list(to?: string): StoredMail[];
}

const STORED_MAX = 1_000;

export function extractLinks(text: string): string[] {
  return text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? [];
}

export function memoryMailbox(mails: StoredMail[] = []): Mailbox {
  return {
    add(mail, at) {
      mails.push({ ...mail, links: extractLinks(mail.text), at: at.toISOString() });
      if (mails.length > STORED_MAX) mails.shift();
    },
    list(to) {
      const address = to?.toLowerCase();
      return mails.filter((m) => address === undefined || m.to.toLowerCase() === address).reverse();
    },
  };
}

/** One line of JSON per mail; the newest 1,000 are loaded. A line that was not written completely is dropped. */
export function fileMailbox(file: string): Mailbox {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const mails = existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(parseLine).slice(-STORED_MAX) : [];
  const temporary = `${file}.new`;
  writeFileSync(temporary, mails.map((m) => `${JSON.stringify(m)}\n`).join(''), { mode: 0o600 });
  renameSync(temporary, file);
  const memory = memoryMailbox(mails);
  return {
    add(mail, at) {
      memory.add(mail, at);
      appendFileSync(file, `${JSON.stringify(memory.list()[0])}\n`);
    },
    list: memory.list,
  };
}

function parseLine(line: string): StoredMail[] {
  try {
    return line ? [JSON.parse(line) as StoredMail] : [];
  } catch {
    return [];
  }
}
