import { PAGES, PATHS } from '../../../lib/paths.ts';
import { Article, Section } from '../../../ui/article.tsx';
import { Link } from '../../../ui/link.tsx';
import { MailboxLink } from '../components/mailbox-link.tsx';

const DESKS = [
  {
    name: 'support',
    title: 'Help with your account',
    text: "Signing in, payments, something that doesn't work. Check Support first: the answer may be there.",
  },
  {
    name: 'safety',
    title: 'Safety',
    text: "Someone scares you, or you're worried about someone. We read these first.",
  },
  { name: 'privacy', title: 'Privacy', text: "Questions about your data, and requests you can't make in Settings." },
  { name: 'press', title: 'Press', text: 'Interviews, figures, images.' },
  {
    name: 'security',
    title: 'Security',
    text: "You found a vulnerability. Thank you! Please tell us before you tell others. We'll let you know when it's fixed.",
  },
  { name: 'hello', title: 'Everything else', text: 'Ideas, praise, complaints. We like all three.' },
] as const;

export function ContactScreen() {
  return (
    <Article
      title={PAGES.contact.title}
      lead="A person reads every address below. Pick the one that fits, and you'll hear back sooner."
    >
      {DESKS.map(({ name, title, text }) => (
        <Section key={name} id={name} title={title}>
          <p>{text}</p>
          <p>
            <MailboxLink name={name} />
          </p>
        </Section>
      ))}
      <Section title="In danger?">
        <p>
          Don't write to us first. Call <a href="tel:112">112</a> in Europe, <a href="tel:911">911</a> in North America,
          or the emergency number where you are. The <Link to={PATHS.safety}>Safety Center</Link> has more.
        </p>
      </Section>
    </Article>
  );
}
