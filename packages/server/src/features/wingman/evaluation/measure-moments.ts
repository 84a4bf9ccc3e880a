import { HARD_MOMENTS, type HardMoment } from '@soulsight/contract/wingman';
import type { Moment } from '../hard/match-moment.rules.ts';
import { toNeed } from '../hard/read-moment.rules.ts';
import { findMoments } from '../reading/conversation-reading.rules.ts';
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
  const need = (moment: Moment | null) => moment && toNeed(moment);
  const recognised = hard.filter((one) => need(findHardest(one)) === need(one.label));
  const alarms = others.filter((one) => findHardest(one) !== null);
  return {
    hard: hard.length,
    innocent: others.length,
    recall: recognised.length / hard.length,
    falseAlarms: alarms.length / others.length,
  };
}

function findHardest({ messages }: Conversation): HardMoment | null {
  const found = findMoments(messages.map((message, n) => ({ ...message, seq: n + 1 })));
  return HARD_MOMENTS.find((hard) => found.some(({ moment }) => moment === hard)) ?? null;
}
