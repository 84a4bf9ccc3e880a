import { PRODUCT_NAME, TAGLINE } from '@soulsight/contract/product';
import { TRAITS } from '@soulsight/contract/traits';
import { PAGES } from '../../../lib/paths.ts';
import { Article, Section } from '../../../ui/article.tsx';
import { MailboxLink } from '../components/mailbox-link.tsx';

const FILES = [
  { href: '/icon.svg', label: 'Mark, SVG' },
  { href: '/icon-512.png', label: 'Mark on dark, PNG, 512 pixels' },
  { href: '/icon-maskable.svg', label: 'Mark on dark, SVG' },
] as const;

export function PressScreen() {
  return (
    <Article
      title={PAGES.press.title}
      lead="What you need to write about us. Feel free to use these words as they are."
    >
      <Section title="In one sentence">
        <p>
          {PRODUCT_NAME} is a dating application that pairs people by how they behave rather than by how they look, and
          shows faces last, when both want it.
        </p>
      </Section>
      <Section title="In a paragraph">
        <p>
          On {PRODUCT_NAME} people meet as auras: generative pictures drawn from a behavioural profile of{' '}
          {TRAITS.length} traits. They talk, and in five stages that both must unlock, from aura to voice, silhouette,
          glimpse and face, they come to see each other. Compatibility is calculated in both directions and always shown
          with its reasons; its square is the chance that both people say yes, if both answer. Messages are encrypted at
          rest, the analysis stores numbers instead of sentences, and a report has no effect until a person has read it.
        </p>
      </Section>
      <Section title="Facts">
        <ul>
          <li>Name: {PRODUCT_NAME}, one word, one capital.</li>
          <li>Promise: {TAGLINE.toLowerCase()}.</li>
          <li>Plans: free, and Premium by the month or the year. Premium never buys a reveal.</li>
          <li>For adults, 18 and older.</li>
          <li>Free software under the AGPL, version 3.</li>
        </ul>
      </Section>
      <Section title="Pictures">
        <p>The mark is a closed eye in its own light. Leave some room around it and don't recolour it.</p>
        <ul>
          {FILES.map(({ href, label }) => (
            <li key={href}>
              <a href={href} download>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Ask us">
        <p>
          <MailboxLink name="press" />. We answer within two working days, and we never share anything about a member.
        </p>
      </Section>
    </Article>
  );
}

PressScreen.description = 'Facts, names and pictures for writing about Soulsight.';
