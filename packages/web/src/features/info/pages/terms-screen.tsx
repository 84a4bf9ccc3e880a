import { TERMS_VERSION } from '@soulsight/contract/limits';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import { PAGES, PATHS } from '../../../lib/paths.ts';
import { Article, Section } from '../../../ui/article.tsx';
import { Link } from '../../../ui/link.tsx';

export function TermsScreen() {
  return (
    <Article
      title={PAGES.terms.title}
      lead={`What you can expect from ${PRODUCT_NAME}, and what we expect from you.`}
      note={`Version of ${TERMS_VERSION}`}
    >
      <Section title="Who can join">
        <p>
          You are 18 or older, you join for yourself, and we haven't banned you before. One person, one account. Keep
          your password safe, and tell us if someone else may have it.
        </p>
      </Section>
      <Section title="What we provide">
        <p>
          A way to meet people: a behavioural profile, matches with reasons, conversations, and reveals in stages. We
          take good care of the service, but we cannot promise that it is always available, or that you will meet
          someone. We check who people are only as far as their profile says.
        </p>
      </Section>
      <Section title="What you agree to">
        <ul>
          <li>
            You follow the <Link to={PATHS.guidelines}>guidelines</Link>.
          </li>
          <li>
            What you post is yours, or you have the right to post it. It stays yours; you let us store and show it as
            far as the product needs.
          </li>
          <li>You do not copy, collect or publish what others show you.</li>
          <li>You do not use bots to act for you, and you do not try to get around a stage, a limit or a block.</li>
        </ul>
      </Section>
      <Section title="Premium">
        <p>
          You pay for Premium in advance, monthly or yearly. It renews until you cancel, which you can do at any time in{' '}
          <Link to={PATHS.subscription}>your plan</Link>. You then keep it until the end of the time you paid for. It
          also ends when we erase your account, 30 days after you delete it; what is left is not paid back. If a payment
          fails, you keep Premium for seven days while we try again. Your legal right to withdraw from the contract is
          not affected.
        </p>
      </Section>
      <Section title="When it ends">
        <p>
          You can leave at any time. We may warn, suspend or ban someone who breaks these terms or endangers others. We
          tell you the reason, and you can appeal once; someone else then decides.
        </p>
      </Section>
      <Section title="Liability">
        <p>
          Our liability is unlimited for intent, gross negligence, and harm to life and health. Otherwise we are liable
          only for breaches of essential duties, up to the foreseeable damage. Members are responsible for what they do.
        </p>
      </Section>
      <Section title="Changes">
        <p>
          If these terms change in a way that matters, we ask for your consent again before they apply to you. You can
          ask us for the old version. We store which version you agreed to.
        </p>
      </Section>
    </Article>
  );
}

TermsScreen.description = 'The terms of using Soulsight.';
