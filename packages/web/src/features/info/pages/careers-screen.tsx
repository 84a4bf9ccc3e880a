import { PRODUCT_NAME } from '@soulsight/contract/product';
import { PAGES, PATHS } from '../../../lib/paths.ts';
import { Article, Section } from '../../../ui/article.tsx';
import { Link } from '../../../ui/link.tsx';
import { MailboxLink } from '../components/mailbox-link.tsx';

export function CareersScreen() {
  return (
    <Article
      title={PAGES.careers.title}
      lead="We're a small team, and we like it that way. Everyone here reads, questions and looks after what we make."
    >
      <Section title="Open positions">
        <p>There are no open positions right now. When there is one, you'll find it on this page and nowhere else.</p>
        <p>
          If you think we're missing someone exactly like you, write to{' '}
          <MailboxLink name="hello" subject="Working with you" /> and tell us what you would change first. We answer
          every email a person wrote.
        </p>
      </Section>
      <Section title="How we work">
        <ul>
          <li>
            Small steps that we can show. Our latest changes are in the <Link to={PATHS.changelog}>changelog</Link>.
          </li>
          <li>We write down decisions with their reasons, and reopen them when there are better ones.</li>
          <li>We don’t grow by annoying people: no streaks, no bait, no false urgency.</li>
        </ul>
      </Section>
      <Section title="Contribute">
        <p>
          {PRODUCT_NAME} is free software under the GNU Affero General Public License, version 3. Its{' '}
          <Link to={PATHS.api}>interface</Link> is documented, and anyone can run, study and change it.
        </p>
      </Section>
    </Article>
  );
}

CareersScreen.description = 'Work on a dating app that begins with conversations instead of photos.';
