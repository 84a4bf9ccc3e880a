import { FREE_ACTIVE_CONVERSATIONS, FREE_DAILY_MATCHES } from '@soulsight/contract/limits';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import { Link } from 'react-router';
import { mailbox } from '../../../lib/mailbox.ts';
import { Article, Section } from '../../../ui/article.tsx';

export function SupportScreen() {
  const support = mailbox('support');
  return (
    <Article
      title="Support"
      lead="Answers to what people ask most. If yours is not among them, a person reads our mail."
    >
      <Section id="account" title="Your account">
        <h3>The letter with the code did not come</h3>
        <p>
          Look in the spam folder first. You can ask for another on the{' '}
          <Link to="/verify-email">verification page</Link>, once a minute. The newest letter is the one that counts.
        </p>
        <h3>I forgot my password</h3>
        <p>
          <Link to="/forgot-password">Ask for a link</Link>, and set a new one. Your other devices are signed out when
          you do.
        </p>
        <h3>I want to leave</h3>
        <p>
          In <Link to="/settings">Settings</Link> you can pause, so that nobody new finds you, or delete your account.
          Deleting locks it at once; after 30 days its keys are shredded and nobody can read what was there, we
          included.
        </p>
      </Section>
      <Section id="matching" title="Matching">
        <h3>Why do I meet so few people?</h3>
        <p>
          A free account meets {FREE_DAILY_MATCHES} new person a day and keeps {FREE_ACTIVE_CONVERSATIONS} conversations
          at a time. The day ends at midnight where you are. If it says that you have met everyone who fits, a wider age
          range or distance helps most.
        </p>
        <h3>What does the compatibility score tell?</h3>
        <p>
          Its square is the chance that both of you want to talk: 80 stands for 64 in 100. Below it you find the reasons
          that weighed most, in both directions.
        </p>
        <h3>Why does my profile change?</h3>
        <p>A young profile rests on the questionnaire alone. As you talk, it comes to rest on how you really are.</p>
      </Section>
      <Section id="reveal" title="Reveals">
        <h3>Who can see my photos?</h3>
        <p>
          Nobody, until you and one other person have both agreed to the silhouette. They see a blurred copy that is
          made on our server. The clear photo is sent to nobody before the last stage.
        </p>
        <h3>Why can I not ask for the next stage yet?</h3>
        <p>
          Each stage needs a trust level between the two of you. It rises when you both write, over days, and hold what
          the other tells you. One person writing alone does not move it.
        </p>
        <h3>I want to take a stage back</h3>
        <p>Open the reveal of that match and step back. It takes effect at once, and no reason is asked for.</p>
      </Section>
      <Section id="iphone" title="Install on iPhone">
        <p>{PRODUCT_NAME} is installed from the browser; it takes no space in a store and updates itself.</p>
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
          <a href={`mailto:${support}`}>{support}</a>. Tell us what you did and what you saw; never send us your
          password. For anything that concerns your safety, go to the <Link to="/safety">Safety Center</Link> first.
        </p>
      </Section>
    </Article>
  );
}
