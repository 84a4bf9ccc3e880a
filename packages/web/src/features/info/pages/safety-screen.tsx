import { Link } from 'react-router';
import { mailbox } from '../../../lib/mailbox.ts';
import { Article, Section } from '../../../ui/article.tsx';

export function SafetyScreen() {
  const safety = mailbox('safety');
  return (
    <Article title="Safety Center" lead="Being open takes safety. Here is what we do for yours, and what you can do.">
      <Section title="In an emergency">
        <p>
          <strong>If you are in danger now, call for help.</strong> <a href="tel:112">112</a> in Europe and many other
          places, <a href="tel:911">911</a> in North America, <a href="tel:999">999</a> in the United Kingdom,{' '}
          <a href="tel:000">000</a> in Australia.
        </p>
      </Section>
      <Section title="What the product does">
        <ul>
          <li>Nobody sees your face, your name or your place before you say so, and each stage needs your own yes.</li>
          <li>Your place is kept to about 10 km, and others see only a band, such as "within 100 km".</li>
          <li>First messages with contact details, links or talk of money are held back.</li>
          <li>Photos lose the place and camera data that was hidden in them before they are stored.</li>
          <li>
            A trust score rises with kept promises and falls with reports that a person has upheld. You can read every
            reason of yours.
          </li>
        </ul>
      </Section>
      <Section title="Block, unmatch, report">
        <p>
          All three are in the menu of every conversation. <strong>Unmatch</strong> closes the talk and every open
          stage. <strong>Block</strong> does so too, and lasts: neither of you can write to or see the other, and the
          other never learns of it. <strong>Report</strong> sends what you choose to a moderator, who reads it and tells
          you what followed.
        </p>
      </Section>
      <Section title="Before you meet">
        <ul>
          <li>Talk here until you know their voice and their face. The last stage is there for this.</li>
          <li>Meet where other people are, and come and go by your own means.</li>
          <li>Tell a friend where you are and when you mean to be back.</li>
          <li>You may leave at any moment, without a reason.</li>
        </ul>
      </Section>
      <Section title="Signs of a fraud">
        <ul>
          <li>They fall in love fast, live far away, and something always comes between you and a reveal.</li>
          <li>They want to go on elsewhere at once.</li>
          <li>Money comes up: an emergency, a sure investment, a parcel at customs.</li>
        </ul>
        <p>
          <strong>Never send money to someone you have not met.</strong> Report it, even if you are not sure.
        </p>
      </Section>
      <Section title="If something happened">
        <p>
          It is not your fault. Keep the conversation, report the person, and talk to someone you trust. Write to{' '}
          <a href={`mailto:${safety}`}>{safety}</a>; we answer the same day and help the police where they ask us by
          law. The <Link to="/guidelines">guidelines</Link> tell what we do about people who harm others.
        </p>
      </Section>
    </Article>
  );
}
