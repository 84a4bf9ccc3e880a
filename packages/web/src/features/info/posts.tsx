import type { ReactNode } from 'react';
import { PATHS } from '../../lib/paths.ts';
import { Link } from '../../ui/link.tsx';

export interface Post {
  slug: string;
  title: string;
  lead: string;
  /** ISO 8601 date. */
  date: string;
  body: ReactNode;
}

/** The blog, newest first. */
export const POSTS: readonly Post[] = [
  {
    slug: 'what-eighty-means',
    title: 'What a score of 80 means',
    lead: "Most compatibility scores mean nothing. Ours can be wrong, and that's the point.",
    date: '2026-11-12',
    body: (
      <>
        <p>
          Open any dating app and you will find percentages. 94 % match. 87 % match. Ask what they are a percentage of,
          and there is no answer. They cannot be wrong, because they claim nothing.
        </p>
        <p>
          We wanted a number that could be wrong. So we started with a question that has an answer: if these two people
          are shown to each other, how likely is it that both will want to talk?
        </p>
        <h3>Two directions</h3>
        <p>
          Wanting has a direction. You may like how someone listens and leave them cold. So we estimate two
          probabilities, one for each direction, from both profiles: what each of you is like, and what each of you has
          liked before. A pair is only as good as both of them. Multiply the two, and you have the chance that both say
          yes.
        </p>
        <h3>Why the square root</h3>
        <p>
          Products of probabilities are small, and people read small numbers as bad. Two chances of 80 % make a joint
          one of 64 %. We show the geometric mean, 80, because it is on the scale of a single person's yes. To get back
          the chance that both will, square it. That is the whole trick, and now you know it.
        </p>
        <h3>How it can be wrong</h3>
        <p>
          If, of a hundred pairs at 80, only forty both say yes, then the number is wrong, and we have to fix it. That
          is what calibrated means. Only a number that can be proven wrong is worth reading.
        </p>
      </>
    ),
  },
  {
    slug: 'the-blur-is-made-on-the-server',
    title: 'The blur is made on the server',
    lead: "A blurred photo in the browser is a clear photo with a curtain. We don't do curtains.",
    date: '2026-10-29',
    body: (
      <>
        <p>
          There is an easy way to blur a photo on a web page: send it clear, and add one line of style. There is an
          equally easy way to undo it: remove the line. Many products that promise to hide a face do just that.
        </p>
        <p>
          Here a photo is decoded on our server, turned upright, stripped of all hidden data (where it was taken, the
          camera, the time), and stored. We make two blurred copies of it, once, one for each early stage. At the stage
          called silhouette, the only picture your match's browser can ask for is the strongly blurred one. The clear
          one is not in the page, not in the response, not in the cache.
        </p>
        <p>
          The link to it works for one minute and for one signed-in person. Anyone else who gets it sees nothing. And
          when one of you steps back a stage, the next request is simply refused.
        </p>
        <p>
          None of this stops someone from taking a picture of their own screen. No technology does. What it does stop is
          people seeing what you never showed them. The rest is trust, which is why the{' '}
          <Link to={PATHS.guidelines}>guidelines</Link> talk about it.
        </p>
      </>
    ),
  },
  {
    slug: 'ask-further',
    title: 'Ask further',
    lead: 'The most attractive thing you can do in a conversation takes five words.',
    date: '2026-10-08',
    body: (
      <>
        <p>
          Someone tells you that they spent the weekend repairing their grandmother's radio. You can say "nice". You can
          tell them about your weekend. Or you can ask what it played when it worked again.
        </p>
        <p>
          Psychologists call the third kind a follow-up question, and when they studied first conversations, speed dates
          among them, people who asked more of them were liked better. Not just any question: a new one can also be a
          way of changing the subject. A follow-up shows that you heard the last answer.
        </p>
        <h3>Three that nearly always work</h3>
        <ul>
          <li>"What was that like?" It asks how a story felt, not just what happened.</li>
          <li>"What happened before that?" Every story begins too late.</li>
          <li>"Would you do it again?" It lets people surprise themselves.</li>
        </ul>
        <p>
          On Soulsight, such questions are one of the things a behavioural profile is based on. Not because asking wins
          points, but because people who ask follow-up questions tend to look for each other.
        </p>
      </>
    ),
  },
  {
    slug: 'why-faces-come-last',
    title: 'Why faces come last',
    lead: "It's not that looks don't matter. It's that they never wait their turn.",
    date: '2026-09-17',
    body: (
      <>
        <p>
          It takes about a tenth of a second to form a first impression of a face, and looking longer mostly makes us
          surer of it. There is nothing wrong with that. There is something wrong with letting it alone decide who you
          will ever talk to.
        </p>
        <p>
          Looks matter to us too, which is why they are part of the product: five stages, and the last one is a face.
          But attraction is not only a gate. It also grows, from being understood, from laughing at the same things,
          from time. Photos never give it the chance.
        </p>
        <p>
          So we put something else where the face usually is. An aura says: here is someone, and they are like nobody
          else. It does not say whether they are good-looking. For a few days, that is a relief to both.
        </p>
        <p>
          And then the light clears. By that time you know how they argue and what they find funny. What you see then is
          no longer a stranger's face. It is theirs.
        </p>
      </>
    ),
  },
];

export function findPost(slug: string | undefined): Post | undefined {
  return POSTS.find((post) => post.slug === slug);
}

/** In one form for all readers: the page is rendered before anybody's language and time zone are known. */
const POST_DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Such as `12 November 2026`. */
export function postDate(post: Post): string {
  return POST_DATE.format(new Date(post.date));
}
