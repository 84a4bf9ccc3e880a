import { TERMS_VERSION } from '@soulsight/contract/limits';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import { PAGES, PATHS } from '../../../lib/paths.ts';
import { Article, Section } from '../../../ui/article.tsx';
import { FactTable } from '../../../ui/fact-table.tsx';
import { Link } from '../../../ui/link.tsx';
import { MailboxLink } from '../components/mailbox-link.tsx';

/** What is stored, why, and until when. */
const STORED = [
  [
    'Email, password (as a hash), date of birth',
    'So you can sign in, and to keep minors out',
    'You delete your account',
  ],
  [
    'First name, gender, preferences, location to about 10 km, prompts, photos',
    'To find people for you and to reveal your profile in stages',
    'You change or delete them',
  ],
  [
    'A selfie, if you take the selfie check',
    'So a moderator can compare it with your photos',
    'It is decided, you delete it, or 30 days have passed',
  ],
  ['Messages', 'To deliver them and show your history', 'You or the other person delete your account'],
  [
    'Notifications',
    'To show you what happened',
    '90 days after you read them, 180 days if you never do; what your wingman noticed, until you delete your account',
  ],
  [
    'Behavioural features: numbers such as a length, a pause, a tone, and the language you write in',
    'For your behavioural profile, only with your consent',
    'You withdraw your consent',
  ],
  [
    'Unreadable marks (keyed hashes) of your email, phone, photos, and the networks and browser versions you sign in from',
    'So that a person we banned cannot simply come back; a moderator decides, not the mark',
    '90 days for networks and browsers, a year for photos; after a ban up to two years for addresses',
  ],
  [
    'What you write to us on the contact page',
    'To answer you',
    '90 days after the answer; 180 days at the latest, or when you delete your account',
  ],
  [
    'Plan, invoices, the last four digits of a card',
    'To charge you and for our accounts',
    'The law lets us delete them',
  ],
] as const;

export function PrivacyScreen() {
  return (
    <Article
      title={PAGES.privacy.title}
      lead="What we store about you, why, for how long, and how to delete it. In plain English."
      note={`Version of ${TERMS_VERSION}`}
    >
      <Section title="What we store">
        <FactTable columns={['What', 'Why', 'Until']} rows={STORED} />
      </Section>
      <Section title="The behavioural profile">
        <p>
          It is the heart of {PRODUCT_NAME}, and it is your choice. The analysis reads a message once, notes a few
          numbers, and stores none of its words. Others never see your traits: they see an aura, roughly drawn from
          them, and the reasons for a score. People make the decisions that matter, such as those about a report.
        </p>
        <p>
          You can withdraw your consent in <Link to={PATHS.settings}>Settings</Link>. We stop the analysis and erase
          what it learned.
        </p>
      </Section>
      <Section title="How we store it">
        <p>
          Messages, prompts, free text and behavioural features are encrypted at rest (AES-256-GCM), with a key for each
          person and conversation. Links to photos work for one minute and for one viewer. We never log tokens or
          message texts.
        </p>
      </Section>
      <Section title="Who else sees it">
        <p>
          We sell it to nobody, and no advertiser sees it. The people you match with see what your current stage shows.
          When someone reports you, a moderator sees the report, both profiles with their photos, and what moderators
          decided before. A payment service sees your card; we do not. If a language model helps with the wingman or the
          analysis, we use it only with your consent, and never send it your profile&apos;s name or location. From
          messages and answers we remove the names, towns, workplaces, addresses and numbers that we recognise.
          Something that we do not recognise, such as the name of a friend, can still be in what is sent. Withdraw it,
          and we erase what was sent and what came of it.
        </p>
      </Section>
      <Section title="Your rights">
        <ul>
          <li>
            See and download: one button in <Link to={PATHS.settings}>Settings</Link> gives you an archive of
            everything.
          </li>
          <li>Correct: you can change your profile at any time.</li>
          <li>Erase: deleting locks the account right away and destroys its keys after 30 days, in backups too.</li>
          <li>Object, restrict, complain: write to us, or to the authority where you live.</li>
        </ul>
        <p>
          <MailboxLink name="privacy" />
        </p>
      </Section>
      <Section title="Cookies and storage">
        <p>
          We don't track you. What your browser stores for us is listed in the{' '}
          <Link to={PATHS.cookies}>Cookie Policy</Link>.
        </p>
      </Section>
    </Article>
  );
}

PrivacyScreen.description =
  'What Soulsight knows about you, who sees it, how long it is kept, and how to take it with you or delete it.';
