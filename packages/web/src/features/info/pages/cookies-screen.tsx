import { PRODUCT_NAME } from '@soulsight/contract/product';
import { VIEWER_COOKIE, VIEWER_COOKIE_DAYS } from '@soulsight/contract/profile';
import { STORAGE_KEYS, STORAGE_PREFIXES } from '../../../lib/browser/storage.ts';
import { PAGES, PATHS } from '../../../lib/paths.ts';
import { Article, Section } from '../../../ui/article.tsx';
import { FactTable } from '../../../ui/fact-table.tsx';
import { Link } from '../../../ui/link.tsx';

const ON_SIGN_OUT = 'You sign out';
const ON_CLEAR = 'You clear it';

/** What each entry is for, and how long it stays. The type names every entry. */
const ENTRIES: Record<keyof typeof STORAGE_KEYS, [why: string, until: string]> = {
  session: ['Your session, so you stay signed in, in every tab.', ON_SIGN_OUT],
  user: ['Who is signed in here.', ON_SIGN_OUT],
  savedData: ['What you have read, so you can read it without a network.', ON_SIGN_OUT],
  push: ['Who turned on notifications in this browser.', 'You turn them off'],
  signedOut: ['That you have signed out, so no tab continues your session.', 'You sign in'],
  signOuts: ["That our server doesn't know yet that you have signed out.", 'It knows'],
  lastActivity: ['When you were last active in this browser.', ON_CLEAR],
  cookieConsent: ['Whether you accepted or declined the cookie notice.', ON_CLEAR],
  theme: ['Your dark or light theme.', ON_CLEAR],
  auraMotion: ['Whether auras move.', ON_CLEAR],
};
const PREFIX_ENTRIES: Record<keyof typeof STORAGE_PREFIXES, [why: string, until: string]> = {
  draft: ["What you're writing in a conversation.", 'You send it, or sign out'],
  outgoing: ['A message that was not sent yet.', "It's sent, or you sign out"],
};

const KEPT: readonly (readonly string[])[] = [
  ...Object.entries(ENTRIES).map(([name, entry]) => [STORAGE_KEYS[name as keyof typeof STORAGE_KEYS], ...entry]),
  ...Object.entries(PREFIX_ENTRIES).map(([name, entry]) => [
    `${STORAGE_PREFIXES[name as keyof typeof STORAGE_PREFIXES]}…`,
    ...entry,
  ]),
  [
    VIEWER_COOKIE,
    "A cookie that says whose browser this is, so photos load only for you. Scripts can't read it.",
    `${VIEWER_COOKIE_DAYS} days`,
  ],
];

export function CookiesScreen() {
  return (
    <Article
      title={PAGES.cookies.title}
      lead={`${PRODUCT_NAME} sets no tracking cookies, neither ours nor anyone else's. This is what your browser stores instead.`}
    >
      <Section title="What is stored">
        <FactTable columns={['Entry', 'What for', 'Until']} rows={KEPT} renderName={(key) => <code>{key}</code>} />
        <p>
          All but the last are entries in your browser's local storage rather than cookies; we treat them the same. A
          service worker also stores the app's own files, so it opens without a network, and each open tab remembers its
          number.
        </p>
      </Section>
      <Section title="App usage">
        <p>
          To find bugs, the app counts its own errors in the open tab. The counts disappear when you close it, and we
          never send them anywhere.
        </p>
      </Section>
      <Section title="Your choice">
        <p>
          You can clear all of it in your browser's settings; you'll have to sign in again. Everything else we store
          about you is described under <Link to={PATHS.privacy}>Privacy</Link>.
        </p>
      </Section>
    </Article>
  );
}

CookiesScreen.description = 'Which cookies and local storage Soulsight uses, and why there are no trackers.';
