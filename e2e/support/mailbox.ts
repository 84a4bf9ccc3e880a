import type { Page } from '@playwright/test';
import type { Api } from './api.ts';

const PATIENCE_MS = 60_000;
const POLL_MS = 100;

/** An email in the dev mailbox. */
export interface Email {
  to: string;
  subject: string;
  text: string;
  html: string;
  links: string[];
  at: string;
}

/** The emails to an address, newest first. */
async function listEmails(api: Api, address: string): Promise<Email[]> {
  return (await api.get(`/dev/mailbox.json?to=${encodeURIComponent(address)}`)) as Email[];
}

/** Waits for an email to an address with a matching subject; returns the newest. */
export async function waitForEmail(api: Api, address: string, subject: RegExp): Promise<Email> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; ) {
    const email = (await listEmails(api, address)).find((candidate) => subject.test(candidate.subject));
    if (email) return email;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new Error(`no email ${subject} to ${address} within ${PATIENCE_MS} ms`);
}

/** The six-digit code in an email. */
export function getCode(email: Email): string {
  const code = /\b\d{6}\b/.exec(email.text)?.[0];
  if (!code) throw new Error(`no code in "${email.subject}": ${email.text}`);
  return code;
}

/** The link in an email that matches `address`. */
export function getLink(email: Email, address: RegExp): string {
  const link = email.links.find((candidate) => address.test(candidate));
  if (!link) throw new Error(`no link ${address} in "${email.subject}": ${email.links.join(', ')}`);
  return link;
}

/** Opens the link of an email about the account, and presses the button of its page. */
export async function followLink(page: Page, email: Email): Promise<void> {
  await page.goto(getLink(email, /\/auth\/v1\/verify/));
  await page.getByRole('main').getByRole('button').click();
}
