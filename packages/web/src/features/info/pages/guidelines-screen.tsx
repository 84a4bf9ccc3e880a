import { PATHS } from '../../../lib/paths.ts';
import { Article, Section } from '../../../ui/article.tsx';
import { Link } from '../../../ui/link.tsx';

export function GuidelinesScreen() {
  return (
    <Article
      title="Community guidelines"
      lead="A few rules that make it easy to be open here. They apply to everyone, and a person decides when someone breaks them."
    >
      <Section title="Be yourself">
        <p>
          Use your own name, your own age and your own photos. One account is for one person, 18 or older. Your answers
          can be short, but they should be true: everything else is built on them.
        </p>
      </Section>
      <Section title="Respect what is still hidden">
        <ul>
          <li>Don't push for a reveal. Nobody owes you a reason for a no or a not yet.</li>
          <li>Don't ask for pictures, names or other profiles to get around the stages.</li>
          <li>
            Keep what someone trusts you with to yourself. No screenshots of conversations or faces, no naming names.
          </li>
        </ul>
      </Section>
      <Section title="Write the way you would talk to someone you like">
        <ul>
          <li>No insults, threats, or contempt for who someone is, whom they love, or what they believe.</li>
          <li>No sexual messages unless the other person invited them.</li>
          <li>No advertising, no recruiting, no requests for money. Not for any reason, however sad.</li>
          <li>No contact details or links in a first message. We hold those back to keep you both safe.</li>
        </ul>
      </Section>
      <Section title="End things kindly">
        <p>
          You don't owe anyone an answer. If you have talked for a while, one honest sentence is kind. Unmatching closes
          the conversation and every stage you unlocked; blocking does the same, and they will never know.
        </p>
      </Section>
      <Section title="When someone breaks these rules">
        <p>
          Report them from the conversation. A moderator reads what you send, and only what you send. A report alone has
          no effect. If it is upheld, it can lead to a warning, a lower trust score, a suspension or a ban. Everyone is
          told the reason and can appeal once. Read more in the <Link to={PATHS.safety}>Safety Center</Link>.
        </p>
      </Section>
    </Article>
  );
}

GuidelinesScreen.description = 'What we ask of everyone here, and what happens when someone breaks it.';
