import { FREE_ACTIVE_CONVERSATIONS, FREE_DAILY_MATCHES } from '@soulsight/contract/limits';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import { PAGES, PATHS } from '../../../lib/paths.ts';
import { Article, Section } from '../../../ui/article.tsx';
import { Link } from '../../../ui/link.tsx';
import { MailboxLink } from '../components/mailbox-link.tsx';

export function SupportScreen() {
  return (
    <Article
      title={PAGES.support.title}
      lead="Answers to common questions. If yours isn't here, email us: a person will reply."
    >
      <Section id="account" title="Your account">
        <h3>I didn't get the code</h3>
        <p>
          Check your spam folder first. You can ask for another email on the{' '}
          <Link to={PATHS.verifyEmail}>verification page</Link>, once a minute. Only the latest one works.
        </p>
        <h3>I forgot my password</h3>
        <p>
          <Link to={PATHS.forgotPassword}>Ask for a link</Link>, and set a new one. This signs out your other devices.
        </p>
        <h3>I want to leave</h3>
        <p>
          In <Link to={PATHS.settings}>Settings</Link> you can pause your profile so nobody new finds you, or delete
          your account. Deleting locks it right away. After 30 days we destroy its keys, and nobody can read what was
          there, not even us.
        </p>
      </Section>
      <Section id="matching" title="Matching">
        <h3>Why do I meet so few people?</h3>
        <p>
          A free account meets {FREE_DAILY_MATCHES} new person a day and can have {FREE_ACTIVE_CONVERSATIONS}{' '}
          conversations at a time. The day ends at midnight where you are. If you've met everyone who fits, a wider age
          range or distance helps most.
        </p>
        <h3>What does the compatibility score mean?</h3>
        <p>
          Square it, and you get the chance that you both say yes, if you both answer: at 80, about 64 in 100 pairs do.
          Below it are the reasons that mattered most, in both directions. While we know too little about the two of
          you, we show no number.
        </p>
        <h3>Why does my profile change?</h3>
        <p>At first, your profile is based on the questionnaire alone. As you talk, it reflects how you really are.</p>
      </Section>
      <Section id="reveal" title="Reveals">
        <h3>Who can see my photos?</h3>
        <p>
          Nobody, until you and one other person have both unlocked Silhouette. They then see a blurred copy made on our
          server. Nobody gets the clear photo before the last stage.
        </p>
        <h3>Why can't I ask for the next stage yet?</h3>
        <p>
          Each stage needs a certain trust level between the two of you. It rises over days as you both write, open up
          and support each other. One person writing alone doesn't raise it.
        </p>
        <h3>I want to step back a stage</h3>
        <p>Open the reveal with that person and tap Step back. It takes effect right away, and we won't ask why.</p>
      </Section>
      <Section id="iphone" title="Install on iPhone">
        <p>{PRODUCT_NAME} installs from the browser and updates itself. You don’t need an app store.</p>
        <ol>
          <li>Open this site in Safari.</li>
          <li>Tap the Share button at the bottom of the screen.</li>
          <li>Choose "Add to Home Screen", then "Add".</li>
        </ol>
      </Section>
      <Section id="android" title="Install on Android">
        <ol>
          <li>Open this site in Chrome.</li>
          <li>Tap the menu with the three dots.</li>
          <li>Choose "Install app" or "Add to Home screen", then confirm.</li>
        </ol>
        <p>On a computer, Chrome and Edge show an install button at the right end of the address bar.</p>
      </Section>
      <Section id="contact" title="Write to us">
        <p>
          <MailboxLink name="support" />. Tell us what you did and what you saw. Never send us your password. For
          anything about your safety, go to the <Link to={PATHS.safety}>Safety Center</Link> first.
        </p>
      </Section>
    </Article>
  );
}

SupportScreen.description = 'Answers to common questions, and how to install Soulsight on your phone.';
