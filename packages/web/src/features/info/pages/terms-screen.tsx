import { TERMS_VERSION } from '@soulsight/contract/limits';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import { Link } from 'react-router';
import { Article, Section } from '../../../ui/article.tsx';

export function TermsScreen() {
  return (
    <Article
      title="Terms"
      lead={`What you may expect of ${PRODUCT_NAME}, and what we expect of you.`}
      note={`Version of ${TERMS_VERSION}`}
    >
      <Section title="Who may join">
        <p>
          You are 18 or older, you join for yourself, and you have not been excluded before. One person, one account.
          You look after your password, and you tell us when someone else may have it.
        </p>
      </Section>
      <Section title="What we provide">
        <p>
          A way to meet people: a behavioural profile, matches with their reasons, conversations, and reveals in stages.
          We look after it carefully, but we cannot promise that it is always there, or that you will meet someone. We
          do not check who people are beyond what their page says.
        </p>
      </Section>
      <Section title="What you agree to">
        <ul>
          <li>
            You keep to the <Link to="/guidelines">guidelines</Link>.
          </li>
          <li>
            What you show is yours or yours to show. It stays yours; you let us store and show it as far as the product
            needs.
          </li>
          <li>You do not copy, collect or publish what others show you.</li>
          <li>
            You do not use programs to act in your place, and you do not try to get around a stage, a limit or a block.
          </li>
        </ul>
      </Section>
      <Section title="Premium">
        <p>
          Premium is paid in advance by the month or the year and renews until you cancel, which you can do at any time
          in <Link to="/subscription">your plan</Link>; it then lasts until the end of what you paid for. If a payment
          fails, Premium stays for seven days while we try again. Where the law gives you a right to withdraw, you have
          it.
        </p>
      </Section>
      <Section title="When it ends">
        <p>
          You may leave at any time. We may warn, pause or exclude someone who breaks these terms or endangers others.
          We tell the reason, and you may appeal once; someone else then decides.
        </p>
      </Section>
      <Section title="Liability">
        <p>
          We answer without limit for intent, gross negligence, and harm to life and health, and otherwise for breaches
          of duties without which there would be no such service, up to the damage that could be foreseen. What members
          do is their own responsibility.
        </p>
      </Section>
      <Section title="Changes">
        <p>
          When these terms change in a way that matters, we ask you again before they hold for you, and the old version
          stays available on request. The version that you agreed to is kept with your account.
        </p>
      </Section>
    </Article>
  );
}
