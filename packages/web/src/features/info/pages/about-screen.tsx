import { PRODUCT_NAME } from '@soulsight/contract/product';
import { Link } from 'react-router';
import { Article, Section } from '../../../ui/article.tsx';

export function AboutScreen() {
  return (
    <Article
      title="About"
      lead={`${PRODUCT_NAME} is a place to meet someone by how they are. It shows you an aura before it shows you a face, and it lets the two of you decide when that changes.`}
    >
      <Section title="Why we made it">
        <p>
          A photo is judged in a tenth of a second, and everything that is said afterwards is heard through that
          judgement. We wanted to know what happens when the order is turned around: first the talking, then the
          looking.
        </p>
        <p>
          What happens is that people write differently. Without a face to live up to, first messages get longer, and
          questions get better. By the time two people see each other, they have something to see.
        </p>
      </Section>
      <Section title="How it works">
        <p>
          Every person has a behavioural profile: 27 traits, drawn from a short public-domain questionnaire and from how
          they act here. Not what they write, but how: whether they ask further, how long they think, how they answer
          when someone shares something hard.
        </p>
        <p>
          Two profiles give a score in both directions, and the lower of two interests weighs as much as the higher. A
          match is always told with its reasons. Then you talk, and stage by stage, each opened by both of you, the aura
          clears.
        </p>
      </Section>
      <Section title="What we will not do">
        <ul>
          <li>Sell data, show advertisements, or let anyone buy a look at a face.</li>
          <li>Keep you scrolling. Free members meet one new person a day, on purpose.</li>
          <li>Invent a number. Where nothing has been measured yet, we show that nothing has.</li>
        </ul>
      </Section>
      <Section title="Go on reading">
        <p>
          The <Link to="/safety">Safety Center</Link> tells how we look after you, the <Link to="/blog">blog</Link> how
          we think, and the <Link to="/changelog">changelog</Link> what we did last.
        </p>
      </Section>
    </Article>
  );
}
