import { createHash } from 'node:crypto';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import { escapeHtml } from '../../../core/mail/template.ts';
import type { LinkPreview } from '../sign-up/verify.service.ts';

interface Copy {
  title: string;
  text: (preview: LinkPreview) => string;
  button: string;
}

const COPY: Record<LinkPreview['purpose'], Copy> = {
  signup: {
    title: 'Confirm your email',
    text: ({ address }) => `Confirm that ${address} is yours to finish creating your account.`,
    button: 'Confirm my email',
  },
  invite: {
    title: 'You are invited',
    text: ({ address }) => `Accept the invitation for ${address}.`,
    button: 'Accept the invitation',
  },
  magiclink: {
    title: 'Sign in',
    text: ({ address }) => `Sign in as ${address}.`,
    button: 'Sign in',
  },
  recovery: {
    title: 'Choose a new password',
    text: ({ address }) => `Choose a new password for ${address} on the next page.`,
    button: 'Continue',
  },
  email_change_current: {
    title: 'Change your email',
    text: ({ address, newEmail }) => `Change the email of your account from ${address} to ${newEmail ?? 'a new one'}.`,
    button: 'Yes, change it',
  },
  email_change_new: {
    title: 'Confirm your new email',
    text: ({ address }) => `Use ${address} for your account from now on.`,
    button: 'Confirm my new email',
  },
  undo: {
    title: 'Was this not you?',
    text: ({ address, changedOn }) =>
      `We remove every way to sign in that was added to the account of ${address} since ${changedOn ?? 'then'}, sign it out on all devices, and you choose a new password.`,
    button: 'Secure my account',
  },
};

const OTHER_BROWSER =
  'Did you ask for this in another browser or on another device? Then enter the six-digit code from the email there.';
const IT_WAS_ME = 'If it was you, close this page. Nothing happens until you press the button.';
const IGNORE = 'If this was not you, close this page. Nothing happens until you press the button.';

/** Dark, as the web application starts whatever the device's theme; its tokens are in `packages/web/src/styles/tokens.css`. */
const STYLE = `
:root{color-scheme:dark;--bg:oklch(.168 .014 18);--surface:oklch(.208 .016 18);--line:oklch(.315 .018 18);--ink:oklch(.955 .012 60);--soft:oklch(.82 .018 50);--faint:oklch(.7 .022 40);--accent:oklch(.825 .122 62);--hover:oklch(.87 .112 70);--on:oklch(.2 .04 40)}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:grid;place-items:center;padding:24px 16px;background:var(--bg);color:var(--ink);font:16px/1.6 Inter,system-ui,sans-serif}
main{width:100%;max-width:30rem;background:var(--surface);border:1px solid var(--line);border-radius:28px;padding:clamp(24px,7vw,44px)}
.brand{display:flex;align-items:center;gap:10px;margin:0 0 28px;color:var(--soft);font-weight:500}
.brand img{width:28px;height:28px}
h1{margin:0 0 12px;font:500 2rem/1.15 Fraunces,Georgia,serif;letter-spacing:-.01em;text-wrap:balance}
p{margin:0;overflow-wrap:anywhere;text-wrap:pretty}
.text{color:var(--soft);font-size:1.125rem}
form{margin:28px 0}
button{width:100%;min-height:56px;padding:0 32px;border:0;border-radius:999px;background:var(--accent);color:var(--on);font:500 1.125rem Inter,system-ui,sans-serif;cursor:pointer}
button:hover{background:var(--hover)}
button:focus-visible{outline:2px solid var(--accent);outline-offset:3px}
.note{color:var(--faint);font-size:.875rem}
.note+.note{margin-top:12px}
`;

/** No script, no frame, no other site. The address of the page holds a secret, so nobody gets it as referrer. */
export const LINK_PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** The page of a mailed link: what it does, and the button that does it. @param fields what the button posts */
export function renderLinkPage(preview: LinkPreview, fields: Record<string, string>): string {
  const { title, text, button } = COPY[preview.purpose];
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  const close = preview.purpose === 'undo' ? IT_WAS_ME : IGNORE;
  const notes = preview.hasOtherWay ? [OTHER_BROWSER, close] : [close];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${PRODUCT_NAME}</title><link rel="icon" href="/icon.svg" type="image/svg+xml"><style>${STYLE}</style></head>
<body><main><p class="brand"><img src="/icon.svg" alt="">${PRODUCT_NAME}</p><h1>${title}</h1>
<p class="text">${escapeHtml(text(preview))}</p>
<form method="post" action="verify/confirm">${inputs.join('')}<button>${button}</button></form>
${notes.map((note) => `<p class="note">${note}</p>`).join('\n')}
</main></body></html>`;
}
