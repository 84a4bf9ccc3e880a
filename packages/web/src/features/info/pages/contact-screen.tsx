import { INQUIRY_TOPICS, type InquiryTopic } from '@soulsight/contract/safety';
import { INQUIRY_TOPIC_LABELS } from '../../../lib/inquiry-topics.ts';
import { PAGES, PATHS } from '../../../lib/paths.ts';
import { Article, Section } from '../../../ui/article.tsx';
import { Link } from '../../../ui/link.tsx';
import { ContactForm } from '../components/contact-form.tsx';
import { MailboxLink } from '../components/mailbox-link.tsx';

const TEXTS: Readonly<Record<InquiryTopic, string>> = {
  support: "Signing in, payments, something that doesn't work. Check Support first: the answer may be there.",
  safety: "Someone scares you, or you're worried about someone. We read these first.",
  privacy: "Questions about your data, and requests you can't make in Settings.",
  press: 'Interviews, figures, images.',
  security:
    "You found a vulnerability. Thank you! Please tell us before you tell others. We'll let you know when it's fixed.",
  hello: 'Ideas, praise, complaints. We like all three.',
};

export function ContactScreen() {
  return (
    <Article title={PAGES.contact.title} lead="A person reads everything that you write here, and answers by email.">
      <Section id="write" title="Write to us">
        <ContactForm />
      </Section>
      <Section id="addresses" title="By email">
        <p>Every subject has its own address, too. The one that fits gets you the faster answer.</p>
        <dl className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
          {INQUIRY_TOPICS.map((topic) => (
            <div key={topic} id={topic}>
              <dt className="font-medium text-ink">{INQUIRY_TOPIC_LABELS[topic]}</dt>
              <dd className="text-sm">{TEXTS[topic]}</dd>
              <dd className="text-sm">
                <MailboxLink name={topic} />
              </dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="In danger?">
        <p>
          Don't write to us first. Call <a href="tel:112">112</a> in Europe, <a href="tel:911">911</a> in North America,
          or the emergency number where you are. The <Link to={PATHS.safety}>Safety Center</Link> has more.
        </p>
      </Section>
    </Article>
  );
}

ContactScreen.description = 'How to reach the people behind Soulsight.';
