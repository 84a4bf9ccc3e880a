import { PAGES, PATHS } from '../../../lib/paths.ts';
import { Article, Section } from '../../../ui/article.tsx';
import { Link } from '../../../ui/link.tsx';
import { MailboxLink } from '../components/mailbox-link.tsx';

export function SafetyScreen() {
  return (
    <Article
      title={PAGES.safety.title}
      lead="You can only be open when you feel safe. Here is what we do for your safety, and what you can do."
    >
      <Section title="In an emergency">
        <p>
          <strong>If you are in danger now, call for help.</strong> <a href="tel:112">112</a> in Europe and many other
          places, <a href="tel:911">911</a> in North America, <a href="tel:999">999</a> in the United Kingdom,{' '}
          <a href="tel:000">000</a> in Australia.
        </p>
      </Section>
      <Section title="What the product does">
        <ul>
          <li>Nobody sees your face, your name or where you live before you agree to it, stage by stage.</li>
          <li>We store your location to about 10 km. Others see only a rough distance, such as "within 100 km".</li>
          <li>We hold back first messages with contact details, links or requests for money.</li>
          <li>We remove hidden location and camera data from photos before we store them.</li>
          <li>
            Your trust score rises when you keep your promises and falls when a moderator upholds a report. You can read
            the reason for every change.
          </li>
        </ul>
      </Section>
      <Section title="Block, unmatch, report">
        <p>
          All three are in the menu of every conversation. <strong>Unmatch</strong> closes the conversation and every
          stage you unlocked. <strong>Block</strong> does the same for good: neither of you can write to or see the
          other, and they never find out. <strong>Report</strong> sends what you choose to a moderator, who reads it and
          tells you the outcome.
        </p>
      </Section>
      <Section title="Before you meet">
        <ul>
          <li>Keep talking here until you've seen their face. That's what the last stage is for.</li>
          <li>Meet in a public place, and arrange your own way there and back.</li>
          <li>Tell a friend where you are and when you plan to be back.</li>
          <li>You can leave at any moment, without giving a reason.</li>
        </ul>
      </Section>
      <Section title="Signs of a scam">
        <ul>
          <li>They fall in love fast, live far away, and always have a reason not to reveal more.</li>
          <li>They want to move to another app right away.</li>
          <li>Money comes up: an emergency, a safe investment, a parcel stuck at customs.</li>
        </ul>
        <p>
          <strong>Never send money to someone you have not met.</strong> Report it, even if you're not sure.
        </p>
      </Section>
      <Section title="If something happened">
        <p>
          It's not your fault. Keep the conversation, report the person, and talk to someone you trust. Write to{' '}
          <MailboxLink name="safety" />; we answer the same day, and we help the police where the law allows it. The{' '}
          <Link to={PATHS.guidelines}>guidelines</Link> explain what we do about people who harm others.
        </p>
      </Section>
    </Article>
  );
}

SafetyScreen.description = 'How to stay safe while meeting people, what we check, and how to report or block someone.';
