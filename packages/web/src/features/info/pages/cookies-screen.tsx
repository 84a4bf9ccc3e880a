import { PRODUCT_NAME } from '@soulsight/contract/product';
import { VIEWER_COOKIE, VIEWER_COOKIE_DAYS } from '@soulsight/contract/user';
import { STORAGE_KEYS } from '../../../lib/browser/storage.ts';
import { PAGES, PATHS } from '../../../lib/paths.ts';
import { Article, Section } from '../../../ui/article.tsx';
import { Link } from '../../../ui/link.tsx';

const KEPT = [
  { key: STORAGE_KEYS.session, why: 'Your session, so you stay signed in, in every tab.', until: 'You sign out' },
  { key: STORAGE_KEYS.user, why: 'Who is signed in here.', until: 'You sign out' },
  { key: STORAGE_KEYS.lastActivity, why: 'When you were last active in this browser.', until: 'You clear it' },
  {
    key: STORAGE_KEYS.cookieConsent,
    why: 'Whether you accepted or declined the cookie notice.',
    until: 'You clear it',
  },
  { key: STORAGE_KEYS.theme, why: 'Your dark or light theme.', until: 'You clear it' },
  {
    key: VIEWER_COOKIE,
    why: 'A cookie that says whose browser this is, so photos load only for you. Scripts cannot read it.',
    until: `${VIEWER_COOKIE_DAYS} days`,
  },
] as const;

export function CookiesScreen() {
  return (
    <Article
      title={PAGES.cookies.title}
      lead={`${PRODUCT_NAME} sets no tracking cookies, neither ours nor anyone else's. This is what your browser stores instead.`}
    >
      <Section title="What is stored">
        <table>
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">What for</th>
              <th scope="col">Until</th>
            </tr>
          </thead>
          <tbody>
            {KEPT.map(({ key, why, until }) => (
              <tr key={key}>
                <td>
                  <code>{key}</code>
                </td>
                <td>{why}</td>
                <td>{until}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>
          All but the last are entries in your browser's local storage rather than cookies; we treat them the same. A
          service worker also stores the app's own files, so it opens without a network.
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
