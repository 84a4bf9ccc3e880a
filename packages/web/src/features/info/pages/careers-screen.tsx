import { PRODUCT_NAME } from '@soulsight/contract/product';
import { Link } from 'react-router';
import { mailbox } from '../../../lib/mailbox.ts';
import { Article, Section } from '../../../ui/article.tsx';

export function CareersScreen() {
  const hello = mailbox('hello');
  return (
    <Article
      title="Careers"
      lead="We are few, and we like it that way. What we make is read, questioned and looked after by everyone here."
    >
      <Section title="Open positions">
        <p>There is no open position at the moment. When there is one, it stands on this page and nowhere else.</p>
        <p>
          If you think that we are missing exactly you, write to{' '}
          <a href={`mailto:${hello}?subject=Working%20with%20you`}>{hello}</a> and tell us what you would change first.
          We answer every letter that a person wrote.
        </p>
      </Section>
      <Section title="How we work">
        <ul>
          <li>
            Small steps that can be shown. What we did last stands in the <Link to="/changelog">changelog</Link>.
          </li>
          <li>Decisions are written down with their reasons, and may be reopened with better ones.</li>
          <li>No one works on growth by annoyance: no streaks, no bait, no borrowed urgency.</li>
        </ul>
      </Section>
      <Section title="Contribute">
        <p>
          {PRODUCT_NAME} is free software under the GNU Affero General Public License, version 3. Its{' '}
          <Link to="/api">interface</Link> is documented, and anyone may run, study and change it.
        </p>
      </Section>
    </Article>
  );
}
