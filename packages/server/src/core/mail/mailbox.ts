import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Further headers, such as List-Unsubscribe. */
  headers?: Record<string, string>;
}

export interface StoredMail extends Mail {
  /** Every address of a page in the text, in order. */
  links: string[];
  /** ISO 8601. */
  at: string;
}

/** Where mail goes while no SMTP server is set up. */
export interface Mailbox {
  add(mail: Mail, at: Date): void;
  /** Newest first; only those to one address where it is given. */
  list(to?: string): StoredMail[];
}

const KEPT_MAX = 1_000;

export function extractLinks(text: string): string[] {
  return text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? [];
}

export function memoryMailbox(kept: StoredMail[] = []): Mailbox {
  return {
    add(mail, at) {
      kept.push({ ...mail, links: extractLinks(mail.text), at: at.toISOString() });
      if (kept.length > KEPT_MAX) kept.shift();
    },
    list(to) {
      const address = to?.toLowerCase();
      return kept.filter((m) => address === undefined || m.to.toLowerCase() === address).reverse();
    },
  };
}

/** A line of JSON for each mail. A line that a kill cut short is left out. */
export function fileMailbox(file: string): Mailbox {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const kept = existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(parseLine).slice(-KEPT_MAX) : [];
  const rewritten = `${file}.new`;
  writeFileSync(rewritten, kept.map((m) => `${JSON.stringify(m)}\n`).join(''), { mode: 0o600 });
  renameSync(rewritten, file);
  const memory = memoryMailbox(kept);
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
