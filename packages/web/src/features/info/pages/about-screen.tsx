import { PRODUCT_NAME } from '@soulsight/contract/product';
import { TRAITS, type Trait } from '@soulsight/contract/traits';
import { PAGES, PATHS } from '../../../lib/paths.ts';
import { Article, Section } from '../../../ui/article.tsx';
import { Link } from '../../../ui/link.tsx';

/** Their questions are the Mini-IPIP (docs/SCIENCE.md). */
const VALIDATED_TRAITS: readonly Trait[] = [
  'openness',
  'conscientiousness',
  'extraversion',
  'agreeableness',
  'neuroticism',
];

export function AboutScreen() {
  return (
    <Article
      title={PAGES.about.title}
      lead={`${PRODUCT_NAME} is a place to get to know someone before you see them. You see an aura before a face, and the two of you decide when that changes.`}
    >
      <Section title="Why we made it">
        <p>
          We judge a photo in a tenth of a second, and that judgement colours everything said afterwards. We wanted to
          know what happens the other way round: first talk, then look.
        </p>
        <p>
          It turns out that people write differently. Without a face to live up to, first messages get longer and
          questions get better. By the time two people see each other, they already know each other.
        </p>
      </Section>
      <Section title="How it works">
        <p>
          Everyone has a behavioural profile: {TRAITS.length} traits, drawn from a short public-domain questionnaire and
          from how they act here. Not what they write, but how: whether they ask follow-up questions, how long they
          think, how they respond when someone shares something hard.
        </p>
        <p>
          Two profiles give a score in both directions, and the lower of the two counts as much as the higher. We always
          show the reasons for a match. Then you talk, and stage by stage, as you both agree, the aura clears.
        </p>
      </Section>
      <Section title="What we know about you, and what we don't">
        <p>
          Your traits are estimates. {VALIDATED_TRAITS.length} of the {TRAITS.length} (openness, conscientiousness,
          being outgoing, warmth and sensitivity) come from questions that researchers have tested on many people. The
          questions for the other {TRAITS.length - VALIDATED_TRAITS.length} are our own, and nobody has tested them on
          people yet.
        </p>
        <p>
          What we read from how you write is a weak sign, in five languages: English, German, Spanish, French and
          Japanese. It has not been tested on people for any trait, so it never counts as certain. In other languages we
          only count how soon you answer and who starts.
        </p>
      </Section>
      <Section title="What we won't do">
        <ul>
          <li>Sell data, show ads, or let anyone pay to see a face.</li>
          <li>Keep you scrolling. Free members meet one new person a day, on purpose.</li>
          <li>Make up a number. If we haven't measured something yet, we say so.</li>
        </ul>
      </Section>
      <Section title="Read more">
        <p>
          The <Link to={PATHS.safety}>Safety Center</Link> explains how we keep you safe, the{' '}
          <Link to={PATHS.blog}>blog</Link> shows how we think, and the <Link to={PATHS.changelog}>changelog</Link>{' '}
          lists our latest changes.
        </p>
      </Section>
    </Article>
  );
}

AboutScreen.description = 'Why we made a place to get to know someone before you see them, and how matching works.';
