import { HARD_MOMENTS, type HardMoment } from '@soulsight/contract/wingman';
import type { Moment } from '../hard/match-moment.rules.ts';
import { readMoment, toSituation } from '../hard/read-moment.rules.ts';
import type { WrittenConversation } from './written-conversations.ts';

type Conversation = Pick<WrittenConversation, 'label' | 'messages'>;

export type MomentMeasure = {
  hard: number;
  innocent: number;
  /** Share of the hard conversations that were recognised as what they are. */
  recall: number;
  /** Share of the others in which something hard was seen. */
  falseAlarms: number;
};

export function measureMoments(conversations: readonly Conversation[]): MomentMeasure {
  const isHard = (moment: Moment | null) => HARD_MOMENTS.includes(moment as HardMoment);
  const hard = conversations.filter(({ label }) => isHard(label));
  const others = conversations.filter(({ label }) => !isHard(label));
  const toNeed = (moment: Moment | null) => moment && toSituation(moment);
  const recognised = hard.filter((one) => toNeed(findHardest(one)) === toNeed(one.label));
  const alarms = others.filter((one) => findHardest(one) !== null);
  return {
    hard: hard.length,
    innocent: others.length,
    recall: recognised.length / hard.length,
    falseAlarms: alarms.length / others.length,
  };
}

function findHardest({ messages }: Conversation): HardMoment | null {
  const found = messages.map(({ content }) => readMoment(content));
  return HARD_MOMENTS.find((moment) => found.includes(moment)) ?? null;
}
