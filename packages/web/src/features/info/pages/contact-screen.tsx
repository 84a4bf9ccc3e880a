import { Link } from 'react-router';
import { mailbox } from '../../../lib/mailbox.ts';
import { Article, Section } from '../../../ui/article.tsx';

const DESKS = [
  {
    name: 'support',
    title: 'Help with your account',
    text: 'Signing in, payments, something that does not work. Look at Support first: it may be answered there.',
  },
  {
    name: 'safety',
    title: 'Safety',
    text: 'Someone frightens you, or you fear for someone. Read before everything else.',
  },
  { name: 'privacy', title: 'Privacy', text: 'Questions about your data, and requests that Settings cannot fulfil.' },
  { name: 'press', title: 'Press', text: 'Interviews, figures, pictures.' },
  {
    name: 'security',
    title: 'Security',
    text: 'You found a weakness. Thank you; tell us before you tell others, and we will tell you when it is closed.',
  },
  { name: 'hello', title: 'Everything else', text: 'Ideas, praise, complaints. We like all three.' },
] as const;

export function ContactScreen() {
  return (
    <Article
      title="Contact"
      lead="Every address below is read by a person. Choose the one that fits, and your letter arrives sooner."
    >
      {DESKS.map(({ name, title, text }) => (
        <Section key={name} id={name} title={title}>
          <p>{text}</p>
          <p>
            <a href={`mailto:${mailbox(name)}`}>{mailbox(name)}</a>
          </p>
        </Section>
      ))}
      <Section title="In danger?">
        <p>
          Do not write to us first. Call <a href="tel:112">112</a> in Europe, <a href="tel:911">911</a> in North
          America, or the emergency number where you are. The <Link to="/safety">Safety Center</Link> has more.
        </p>
      </Section>
    </Article>
  );
}
