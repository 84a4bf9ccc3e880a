import { PRODUCT_NAME } from '@soulsight/contract/product';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { requireLocal } from '../http/require-local.ts';
import { validate } from '../http/validate.ts';
import type { Mailbox, StoredMail } from './mailbox.ts';
import { escapeHtml } from './template.ts';

const querySchema = z.object({ to: z.string().max(254).optional() });

/** Dark, as the web application starts whatever the device's theme. */
const STYLE = `
  :root { color-scheme: dark; --ground:#171011; --card:#221819; --line:#3a2a2b; --ink:#f4ece6; --soft:#b9a69f; --accent:#f2b8a0 }
  * { box-sizing: border-box }
  body { margin:0; background:var(--ground); color:var(--ink); font:16px/1.6 system-ui, sans-serif }
  main { max-width:720px; margin:0 auto; padding:40px 16px 80px }
  h1 { font:600 28px/1.2 Georgia, serif; margin:0 }
  form { margin:20px 0 28px; display:flex; gap:8px }
  input { flex:1; min-width:0; padding:10px 16px; border-radius:999px; border:1px solid var(--line); background:var(--card); color:inherit; font:inherit }
  button { padding:10px 20px; border-radius:999px; border:0; background:var(--accent); color:var(--ground); font:inherit; font-weight:600; cursor:pointer }
  article { background:var(--card); border:1px solid var(--line); border-radius:18px; padding:20px 24px; margin:0 0 16px }
  h2 { font-size:18px; margin:0 0 4px }
  .meta { color:var(--soft); font-size:13px; margin:0 0 12px; overflow-wrap:anywhere }
  .text { white-space:pre-wrap; overflow-wrap:anywhere; margin:0 }
  a { color:var(--accent) }
  .empty, .lead { color:var(--soft); margin:6px 0 0 }
`;

/** The text with clickable links. */
function renderText(mail: StoredMail): string {
  let rest = mail.text.trim();
  let html = '';
  for (const link of mail.links) {
    const at = rest.indexOf(link);
    html += `${escapeHtml(rest.slice(0, at))}<a href="${escapeHtml(link)}">${escapeHtml(link)}</a>`;
    rest = rest.slice(at + link.length);
  }
  return html + escapeHtml(rest);
}

function renderMail(mail: StoredMail): string {
  const when = new Date(mail.at).toUTCString();
  return `<article><h2>${escapeHtml(mail.subject)}</h2>
<p class="meta">To ${escapeHtml(mail.to)} · <time datetime="${mail.at}">${when}</time></p><p class="text">${renderText(mail)}</p></article>`;
}

function renderPage(mails: StoredMail[], to: string): string {
  const list =
    mails.length > 0
      ? mails.map(renderMail).join('\n')
      : '<p class="empty">No mail yet. It appears here as soon as it is sent.</p>';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/icon.svg" type="image/svg+xml"><title>Mailbox · ${PRODUCT_NAME}</title><style>${STYLE}</style></head><body><main><h1>Mailbox</h1>
<p class="lead">No mail server is configured, so ${PRODUCT_NAME} shows its mail here, newest first.</p>
<form method="get" role="search"><input type="search" name="to" value="${escapeHtml(to)}" placeholder="Only mail to this address" aria-label="Only mail to this address"><button>Show</button></form>
${list}</main></body></html>`;
}

/**
 * The mailbox as a page and as JSON. It contains sign-in links of all users, so it answers only the machine that the server runs
 * on. Only where no SMTP server is configured.
 */
export function registerMailbox(app: FastifyInstance, mailbox: Mailbox): void {
  app.get('/dev/mailbox', { onRequest: requireLocal }, (request, reply) => {
    const to = validate(querySchema, request.query).to?.trim() ?? '';
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(renderPage(mailbox.list(to || undefined), to));
  });
  app.get('/dev/mailbox.json', { onRequest: requireLocal }, (request, reply) => {
    const { to } = validate(querySchema, request.query);
    return reply.header('cache-control', 'no-store').send(mailbox.list(to));
  });
}
