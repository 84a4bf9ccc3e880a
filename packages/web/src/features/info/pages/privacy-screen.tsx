import { TERMS_VERSION } from '@soulsight/contract/limits';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import { Link } from 'react-router';
import { mailbox } from '../../../lib/mailbox.ts';
import { Article, Section } from '../../../ui/article.tsx';

export function PrivacyScreen() {
  const privacy = mailbox('privacy');
  return (
    <Article
      title="Privacy"
      lead="What we hold, why, for how long, and how you get rid of it. Written to be read."
      note={`Version of ${TERMS_VERSION}`}
    >
      <Section title="What we hold">
        <table>
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Why</th>
              <th scope="col">Until</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>Email, password (as a hash), date of birth</td>
              <td>To let you in, and to keep minors out</td>
              <td>You delete your account</td>
            </tr>
            <tr>
              <td>First name, gender, wishes, place to about 10 km, prompts, photos</td>
              <td>To find people for you and show yourself by stages</td>
              <td>You change or delete them</td>
            </tr>
            <tr>
              <td>Messages</td>
              <td>To deliver them and show them again</td>
              <td>You or the other delete the account</td>
            </tr>
            <tr>
              <td>Behavioural features: numbers such as a length, a pause, a tone</td>
              <td>For your behavioural profile, with your consent alone</td>
              <td>You withdraw the consent</td>
            </tr>
            <tr>
              <td>Plan, invoices, the last four digits of a card</td>
              <td>To charge you and to keep books</td>
              <td>The law lets us delete them</td>
            </tr>
          </tbody>
        </table>
      </Section>
      <Section title="The behavioural profile">
        <p>
          It is the heart of {PRODUCT_NAME}, and it is a choice of its own. The analysis reads a message once, notes a
          few numbers, and keeps none of its words. Others never see your traits: they see an aura that is drawn from
          them in coarse steps, and the reasons of a score. Decisions about you that matter, such as those on a report,
          are made by people.
        </p>
        <p>
          You may withdraw the consent in <Link to="/settings">Settings</Link>. The analysis stops, and what it learned
          is erased.
        </p>
      </Section>
      <Section title="How it is kept">
        <p>
          Messages, prompts, free text and behavioural features are encrypted where they rest (AES-256-GCM), with a key
          for each person and conversation. Links to photos live for a minute and work for one viewer. Tokens and
          message texts never reach a log.
        </p>
      </Section>
      <Section title="Who else sees it">
        <p>
          Nobody buys it, and no advertiser reads along. The people you are paired with see what the stage between you
          shows. A moderator sees what someone reports. A payment service sees your card; we do not. Where a language
          model helps with the wingman or the analysis, it is asked only with your consent, and never with a name, an
          email or an exact place.
        </p>
      </Section>
      <Section title="Your rights">
        <ul>
          <li>
            See and take along: one button in <Link to="/settings">Settings</Link> gives you an archive of everything.
          </li>
          <li>Correct: your profile is yours to change.</li>
          <li>Erase: deletion locks the account at once and shreds its keys after 30 days, in backups too.</li>
          <li>Object, restrict, complain: write to us, or to the authority where you live.</li>
        </ul>
        <p>
          <a href={`mailto:${privacy}`}>{privacy}</a>
        </p>
      </Section>
      <Section title="Cookies and storage">
        <p>
          There is no tracking. What your browser keeps for us is listed in the <Link to="/cookies">Cookie Policy</Link>
          .
        </p>
      </Section>
    </Article>
  );
}
