import { PRODUCT_NAME, TAGLINE } from '@soulsight/contract/product';
import type { Mail } from './mailbox.ts';

export interface MailContent {
  to: string;
  subject: string;
  /** Paragraphs of plain text. */
  paragraphs: string[];
  /** The one button. */
  action?: { label: string; url: string };
  /** A code to enter, shown large. */
  code?: string;
  /** Small print, such as why this mail was sent. */
  footer?: string;
  /** A page that turns this kind of mail off. */
  unsubscribeUrl?: string;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c);
}

/** Renders a mail in the product's one layout, as text and as HTML. */
export function renderMail(content: MailContent): Mail {
  return { to: content.to, subject: content.subject, text: renderText(content), html: renderHtml(content) };
}

function renderText({ paragraphs, action, code, footer, unsubscribeUrl }: MailContent): string {
  const parts = [
    ...paragraphs,
    code && `Your code: ${code}`,
    action && `${action.label}:\n${action.url}`,
    `-- \n${PRODUCT_NAME}. ${TAGLINE}.`,
    footer,
    unsubscribeUrl && `Unsubscribe from these emails: ${unsubscribeUrl}`,
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const PAGE = 'margin:0;padding:32px 16px;background:#171011;font-family:Georgia,serif;color:#f4ece6';
const CARD =
  'max-width:480px;margin:0 auto;background:#221819;border:1px solid #3a2a2b;border-radius:20px;padding:32px';
const BUTTON =
  'display:inline-block;background:#f2b8a0;color:#2a1512;text-decoration:none;padding:13px 24px;border-radius:999px;font-weight:bold;font-family:Helvetica,Arial,sans-serif;font-size:15px';
const SMALL =
  'max-width:480px;margin:20px auto 0;font:12px/1.6 Helvetica,Arial,sans-serif;color:#a89690;text-align:center';

function renderHtml({ subject, paragraphs, action, code, footer, unsubscribeUrl }: MailContent): string {
  const text = paragraphs.map(
    (p) => `<p style="margin:0 0 16px;font-size:17px;line-height:1.6;white-space:pre-line">${escapeHtml(p)}</p>`,
  );
  const body = [
    ...text,
    code && `<p style="margin:24px 0;font:bold 30px/1 monospace;letter-spacing:6px">${escapeHtml(code)}</p>`,
    action &&
      `<p style="margin:24px 0 0"><a href="${escapeHtml(action.url)}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>`,
  ];
  const small = [
    `${PRODUCT_NAME}. ${TAGLINE}.`,
    footer && escapeHtml(footer),
    unsubscribeUrl && `<a href="${escapeHtml(unsubscribeUrl)}" style="color:#a89690">Unsubscribe from these emails</a>`,
  ];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="${PAGE}"><div style="${CARD}"><p style="margin:0 0 20px;font-size:20px;color:#f2b8a0">${PRODUCT_NAME}</p>
${body.filter(Boolean).join('\n')}</div><p style="${SMALL}">${small.filter(Boolean).join('<br>')}</p></body></html>`;
}
