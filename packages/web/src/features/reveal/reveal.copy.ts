import type { AskWait } from '@soulsight/contract/reveal';
import { type RevealStage, revealStage } from '@soulsight/contract/reveal-stages';

interface StageCopy {
  name: string;
  /** Follows "Ask to". */
  action: string;
  /** What both users see from this stage on. */
  opens: string;
  /** Shown when the stage opens. */
  moment: string;
}

export const STAGES: Record<RevealStage, StageCopy> = {
  aura: {
    name: 'Aura',
    action: 'unlock Aura',
    opens: 'Light and colour, drawn from how you are',
    moment: 'Two lights',
  },
  voice: {
    name: 'Voice',
    action: 'unlock Voice',
    opens: 'First names, and your answers in your own words',
    moment: 'Now you have names',
  },
  silhouette: {
    name: 'Silhouette',
    action: 'unlock Silhouette',
    opens: 'Your main photo, as if through frosted glass',
    moment: 'Someone is there',
  },
  glimpse: {
    name: 'Glimpse',
    action: 'unlock Glimpse',
    opens: 'Your main photo, nearly clear, your interests and your work',
    moment: 'Almost',
  },
  revealed: {
    name: 'Revealed',
    action: 'unlock everything',
    opens: 'All photos, and everything you wrote about yourself',
    moment: 'There you are',
  },
};

/** Why the user has to wait before asking, by the reason; `them` is the other user. */
export const WAIT_TITLES: Record<AskWait, (them: string) => string> = {
  declined: (them) => `${them} would like a little more time`,
  stepped_back: (them) => `${them} stepped back for now`,
  changed_mind: () => 'You took a step back',
};

export const REVEAL_COPY = {
  lead: 'Faces come last, and only when both of you want it.',
  trust: 'Trust level',
  wanting: 'Wants to show more',
  /** @param stage the next one */
  ready: (stage: number) => `Ready to ${STAGES[revealStage(stage).id].action}`,
  none: 'Nobody to reveal yet',
  noneBody: 'When you and someone both say yes, this is where you slowly come into view for each other.',
  discover: 'Meet someone',
  back: 'Step back',
  withdraw: 'Withdraw my request',
  accept: 'Unlock it together',
  decline: 'Not yet',
  ask: 'Ask to',
  demoClock:
    'This is a demo person, so time runs faster here: a minute counts as a day, and each message counts twice.',
  gone: 'This person is no longer available for matching.',
  photoFirst: "You don't have a photo yet. Add one first: this stage shows both of you.",
  addPhoto: 'Add a photo',
} as const;
