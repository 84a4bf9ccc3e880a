import { Link } from 'react-router';
import { Article, Section } from '../../../ui/article.tsx';

export function GuidelinesScreen() {
  return (
    <Article
      title="Community guidelines"
      lead="A few rules, so that it stays easy to be open here. They hold for everyone, and a person decides when they are broken."
    >
      <Section title="Be the person you are">
        <p>
          Use your own name, your own age and your own photos. An account is for one person of 18 or older. Your answers
          may be brief, but they should be true: everything that follows is built on them.
        </p>
      </Section>
      <Section title="Treat a closed eye with respect">
        <ul>
          <li>Do not press for a reveal. A no, or a not yet, needs no reason.</li>
          <li>Do not ask for pictures, names or profiles elsewhere as a way around the stages.</li>
          <li>
            What someone trusts you with stays with you. No screenshots of talks or faces, no retelling with names.
          </li>
        </ul>
      </Section>
      <Section title="Write as you would speak to someone you like">
        <ul>
          <li>No insults, threats, or contempt for who someone is, whom they love, or what they believe.</li>
          <li>No sexual messages that the other has not invited.</li>
          <li>No advertising, no recruiting, no requests for money. Not for any reason, however sad.</li>
          <li>No contact details or links in a first message. They are held back, for the safety of both.</li>
        </ul>
      </Section>
      <Section title="End things kindly">
        <p>
          You owe nobody an answer. If you have talked for a while, one honest sentence is a gift. Unmatching closes the
          conversation and every stage that was open; blocking does the same and can never be noticed.
        </p>
      </Section>
      <Section title="When someone breaks these rules">
        <p>
          Report them from the conversation or their page. A moderator reads what you send, and only what you send.
          Nothing happens to anyone by a report alone. What is upheld may lead to a warning, a lower trust score, a
          pause, or the end of the account. Everyone learns the reason and may appeal once. More of this is in the{' '}
          <Link to="/safety">Safety Center</Link>.
        </p>
      </Section>
    </Article>
  );
}
