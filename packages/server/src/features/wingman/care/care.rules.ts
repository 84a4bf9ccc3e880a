import type { WingmanCare } from '@soulsight/contract/wingman';
import { type Moment, readAbuse } from '../hard/match-moment.rules.ts';
import type { FoundMoment } from '../reading/conversation-reading.rules.ts';
import type { Need } from './help-lines.ts';

type Advice = { title: string; text: string; needs: readonly Need[]; actions: WingmanCare['actions'] };

/** What to do in a moment that the other user brought. */
const THEIRS: Record<Moment, Advice> = {
  self_harm: {
    title: 'They may be in danger',
    text: 'Take it seriously, and do not try to solve it alone. Ask them directly whether they are safe, stay kind, and give them one of these numbers. If you think that something is about to happen, call the emergency number.',
    needs: ['self_harm'],
    actions: ['report'],
  },
  abuse: {
    title: 'They told you about violence against them',
    text: 'Tell them that you believe them and that it was not their fault, and do not ask for details. These lines listen, also anonymously, and can help to plan what comes next.',
    needs: ['danger'],
    actions: [],
  },
  violence: {
    title: 'This is about violence',
    text: 'You do not have to answer a threat. If somebody is in danger now, you or others, call the emergency number. Then report it, so that a moderator sees it.',
    needs: ['danger'],
    actions: ['report', 'block'],
  },
  minor: {
    title: 'They may be under 18',
    text: 'Nobody under 18 may be here. Please stop writing, send nothing and do not meet. Report it, and a moderator will look at it first.',
    needs: [],
    actions: ['report', 'block'],
  },
  scam: {
    title: 'This looks like a scam',
    text: 'Do not send money, gift cards or bank details to somebody you have not met, however good the reason sounds. People who mean well do not ask for it.',
    needs: [],
    actions: ['report', 'block'],
  },
  sexual_pressure: {
    title: 'You owe nobody this',
    text: 'You can say no, without a reason, or not answer at all. Pictures that you send can be passed on. If they go on after a no, report them.',
    needs: [],
    actions: ['report', 'block'],
  },
  hate: {
    title: 'This speaks of people with contempt',
    text: 'You do not have to agree, to stay polite or to explain. Hate is against our rules, so you can report it.',
    needs: [],
    actions: ['report', 'block'],
  },
  grief: {
    title: 'They are grieving',
    text: 'Nothing that you write can mend it. A short line that you are there is enough. Leave jokes, questions and plans for another day.',
    needs: [],
    actions: [],
  },
  illness: {
    title: 'Someone is ill',
    text: 'Ask how they are before anything else, and do not look for a bright side. They may answer slowly now.',
    needs: [],
    actions: [],
  },
  boundary: {
    title: 'They said no',
    text: 'Accept it and do not ask for the reason. How you take a no says more than any line.',
    needs: [],
    actions: [],
  },
  goodbye: {
    title: 'This may be a goodbye',
    text: 'Do not try to change their mind. One kind line, and then let it rest.',
    needs: [],
    actions: [],
  },
  hurt: {
    title: 'Something hurt them',
    text: 'Say that you are sorry before you explain anything, and ask what would be better.',
    needs: [],
    actions: [],
  },
};

/** What to do in a moment that the reader brought; nothing if the other user has to act. */
const MINE: Partial<Record<Moment, Advice>> = {
  self_harm: {
    title: 'You do not have to carry this alone',
    text: 'What you wrote sounds heavy. Please talk to somebody who is there for exactly this, day and night, for free. If you are in danger now, call the emergency number.',
    needs: ['self_harm'],
    actions: [],
  },
  abuse: {
    title: 'What happened to you matters',
    text: 'It was not your fault. These lines listen, also anonymously, and can help to plan what comes next.',
    needs: ['danger'],
    actions: [],
  },
  violence: {
    title: 'Before somebody is hurt',
    text: 'If you or somebody else is in danger, call the emergency number. If you are afraid of what you might do, these people listen without judging.',
    needs: ['danger'],
    actions: [],
  },
  sexual_pressure: {
    title: 'They have not asked for this',
    text: 'Do not ask again for pictures or for sex. Wait until they bring it up, and take silence as a no.',
    needs: [],
    actions: [],
  },
  hate: {
    title: 'This can hurt people',
    text: 'What you wrote speaks of people with contempt. It is against our rules.',
    needs: [],
    actions: [],
  },
};

/** What was done in childhood, or sexual violence at any time: other lines help than against a violent partner. */
const LONG_AGO = 'These lines listen, also anonymously, and also to what happened long ago.';

/** What comes before any suggestion; null if nothing does. */
export function chooseCare({ moment, mine, text, afterNo }: FoundMoment): Advice | null {
  const advice = mine ? (MINE[moment] ?? null) : THEIRS[moment];
  if (moment === 'abuse') return advice && forAbuse(advice, text, mine);
  if (moment === 'sexual_pressure' && !mine && afterNo) return { ...advice, ...AFTER_NO, actions: ['report', 'block'] };
  return advice;
}

const AFTER_NO = {
  title: 'They went on after your no',
  text: 'You owe them nothing, not even an answer. Pictures that you send can be passed on. You can report it and block them.',
  needs: [],
};

function forAbuse(advice: Advice, message: string, mine: boolean): Advice {
  const { sexual, inChildhood } = readAbuse(message);
  if (!sexual && !inChildhood) return advice;
  const needs: Need[] = [
    ...(inChildhood ? (['childhood_abuse'] as const) : []),
    ...(sexual ? (['sexual_violence'] as const) : []),
  ];
  const text = mine
    ? 'It was not your fault.'
    : 'Tell them that you believe them and that it was not their fault, and do not ask for details.';
  return { ...advice, needs, text: `${text} ${LONG_AGO}` };
}

/** Moments that are read for safety even where a user does not agree to analysis. */
export function isSafetyMatter(moment: Moment): boolean {
  return ['self_harm', 'abuse', 'violence', 'minor', 'scam'].includes(moment);
}

/**
 * Moments in which there is somebody to call, or something to report or block; in the others there is only advice on what to write.
 * A message about money has its own warning in the conversation.
 */
export function isHelpful(moment: FoundMoment): boolean {
  if (moment.moment === 'scam') return false;
  const advice = chooseCare(moment);
  return advice !== null && (advice.needs.length > 0 || advice.actions.length > 0);
}
