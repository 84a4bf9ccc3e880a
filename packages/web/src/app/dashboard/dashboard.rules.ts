import type { Match } from '@soulsight/contract/match';
import type { Me } from '@soulsight/contract/profile';
import { canFind, describeCompatibility, type Matches, sortMatches } from '../../features/match/match.rules.ts';
import { conversationPath, PATHS, profilePath, revealPath, settingsPath } from '../../lib/paths.ts';

/** The suggested next action and where it leads. `match` is the match it is about, if any. */
export interface NextStep {
  title: string;
  text: string;
  action: string;
  href: string;
  match?: Match;
}

/** The first name if the reveal stage shows it, otherwise the alias. */
export function matchName({ person }: Pick<Match, 'person'>): string {
  return person.first_name ?? person.alias;
}

/**
 * The suggested next action: what is waiting for an answer comes before anything new.
 * @param ready whether the user's profile is ready for matching
 */
export function nextStep(
  me: Pick<Me, 'id' | 'isVerified' | 'paused' | 'onboarding' | 'photos'>,
  data: Matches | undefined,
  ready = true,
): NextStep {
  if (!me.isVerified) return step('Verify your email', 'Then you can meet people.', 'Verify', PATHS.verifyEmail);
  if (me.paused)
    return step(
      'Your profile is paused',
      "You won't be shown to anyone new until you turn it back on.",
      'Settings',
      settingsPath('privacy'),
    );
  if (!data) return step('Meet someone new', 'See who fits you today.', 'Discover', PATHS.matching);
  return waitingStep(me, data) ?? meetingStep(me, data, ready);
}

function waitingStep(me: Pick<Me, 'id'>, data: Matches): NextStep | null {
  const request = data.reveal_requests.find((r) => r.status === 'pending' && r.requester_id !== me.id);
  const asked = request && data.matches.find((match) => match.id === request.match_id);
  if (asked) {
    return {
      ...step(
        `${matchName(asked)} would like to show more`,
        'A stage unlocks only if you both want it.',
        'Look',
        revealPath(asked.id),
      ),
      match: asked,
    };
  }
  const unread = data.conversations.find((conversation) => conversation.unread > 0);
  const writer = unread && data.matches.find((match) => match.conversation_id === unread.id);
  if (writer) {
    const messages = unread.unread === 1 ? 'One new message' : `${unread.unread} new messages`;
    return {
      ...step(`${matchName(writer)} wrote to you`, `${messages}.`, 'Read', conversationPath(unread.id)),
      match: writer,
    };
  }
  const { mutual } = sortMatches(data.matches);
  const met = mutual[0];
  if (met)
    return {
      ...step(
        "It's mutual",
        `You and ${matchName(met)} both said yes. Someone has to write first.`,
        'Say hello',
        PATHS.matching,
      ),
      match: met,
    };
  return null;
}

function meetingStep(me: Pick<Me, 'onboarding' | 'photos'>, data: Matches, ready: boolean): NextStep {
  const { suggested, chatting } = sortMatches(data.matches);
  if (suggested) {
    const fit = `${describeCompatibility(suggested)}.`;
    return { ...step('Someone is waiting for your answer', fit, 'Decide', PATHS.matching), match: suggested };
  }
  if (canFind(data.usage_limits)) {
    const text = ready
      ? 'Everyone starts unseen.'
      : "We're still getting to know you, so for now we choose more freely.";
    return step('Meet someone new', text, 'Discover', PATHS.matching);
  }
  const newest = chatting[0];
  if (newest?.conversation_id) {
    return {
      ...step(
        `Pick up where you left off with ${matchName(newest)}`,
        "You'll meet someone new tomorrow.",
        'Write',
        conversationPath(newest.conversation_id),
      ),
      match: newest,
    };
  }
  const [task] = profileTasks(me);
  return step(
    "That's everyone for today",
    task
      ? "You'll meet someone new tomorrow. Until then, tell us more about you."
      : "You'll meet someone new tomorrow. Until then, see yourself as they will.",
    task?.label ?? 'See your profile',
    task?.href ?? PATHS.profile,
  );
}

function step(title: string, text: string, action: string, href: string): NextStep {
  return { title, text, action, href };
}

/** How many recent events the behavioural profile is based on. */
export function describeMoments(events: number): string {
  if (events === 0) return 'Your aura grows with your first conversation.';
  return events === 1 ? 'Aura based on one recent moment.' : `Aura based on ${events} recent moments.`;
}

/** A part of the profile that can be skipped in onboarding. */
export interface ProfileTask {
  label: string;
  href: string;
  /** How much of it is done, once it was begun. */
  progress?: string;
}

/** What is left of the profile once a user can meet people. */
export function profileTasks({ onboarding, photos }: Pick<Me, 'onboarding' | 'photos'>): ProfileTask[] {
  const { seen, all } = onboarding.questions ?? { seen: 0, all: 0 };
  const questions =
    seen > 0
      ? { label: 'Go on with the questions', href: profilePath('questions'), progress: `${seen} of ${all}` }
      : { label: 'Answer a few questions', href: profilePath('questions') };
  const photo = { label: 'Add a photo for later', href: profilePath('photos') };
  return [...(onboarding.missing.includes('questions') ? [questions] : []), ...(photos.length === 0 ? [photo] : [])];
}
