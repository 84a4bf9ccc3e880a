import {
  FREE_ACTIVE_CONVERSATIONS,
  FREE_DAILY_MATCHES,
  PHOTO_LINK_TTL_S,
  PLACE_GRID_KM,
} from '@soulsight/contract/limits';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import type { RevealStage } from '@soulsight/contract/reveal-stages';

export const HERO = {
  /** The tagline, broken where it breathes. */
  first: 'Souls connecting',
  second: 'before eyes meet',
  lead: `${PRODUCT_NAME} pairs people by how they talk, listen and care. Faces come last, and only when both of you want it.`,
  join: 'Begin unseen',
  open: `Open ${PRODUCT_NAME}`,
} as const;

export const MAKER = {
  title: 'This is what people see first',
  lead: 'Not a photo. A picture drawn from how you are: how lively you answer, how deep you go, how warm you are. Nobody else has yours. Try one on.',
  energy: { label: 'How lively', low: 'calm', high: 'lively' },
  clarity: { label: 'How direct', low: 'soft', high: 'clear' },
  warmth: { label: 'How warm', low: 'cool', high: 'warm' },
  another: 'Someone else',
} as const;

export const SCENES = {
  talk: {
    title: 'You talk. That is the whole profile.',
    lead: 'No swiping on faces. What you ask, how you answer and how you hold what you are told say more than any list of hobbies. We count the gestures and keep no sentence.',
    lines: [
      {
        mine: false,
        text: 'You said you moved for a job you then left. What made you stay in the city?',
        note: 'asks further',
      },
      {
        mine: true,
        text: 'Honestly? I was scared to go home and explain it. Then I found the swimmers at the lake.',
        note: 'shares something real',
      },
      { mine: false, text: 'That takes courage. Tell me about the swimmers.', note: 'supports' },
    ],
  },
  fit: {
    title: 'A score that means something',
    lead: 'Ours is not a number that flatters. The square of it is the chance that both of you will want to talk: at 80, we expect two yeses in 64 of 100 such meetings. And it always tells you why.',
    score: 80,
    caption: 'of 100 such pairs both say yes',
    reasons: [
      'You both answer slowly, and fully',
      'One of you plans, the other adapts',
      'You open up at the same pace',
    ],
  },
} as const;

export const REVEAL = {
  title: 'The light clears, stage by stage',
  lead: 'Every stage is opened by both of you. Either can wait, say no, or step back at any time, and a no stays kind.',
  hint: 'Drag to see a reveal',
} as const;

export const STAGE_COPY: Record<RevealStage, { title: string; text: string }> = {
  aura: { title: 'Aura', text: 'An alias, an aura, roughly how old and how far. And the reasons why you might fit.' },
  voice: { title: 'Voice', text: 'A first name, and their own words to three questions.' },
  silhouette: {
    title: 'Silhouette',
    text: 'A photo, so blurred that only a presence is left of it. The blur is made on our server: nothing to undo.',
  },
  glimpse: { title: 'Glimpse', text: 'The same photo, softly blurred. What they do, what they love.' },
  revealed: { title: 'Eyes meet', text: 'Every photo, the whole profile. By now you know who is looking back.' },
};

export const NUMBERS = {
  title: 'Numbers we can stand behind',
  lead: 'Not how many people "found love". What the product does, for everyone, every time.',
  facts: [
    { figure: '2', unit: 'yeses', text: 'for every stage of a reveal. One alone opens nothing.' },
    {
      figure: String(PHOTO_LINK_TTL_S),
      unit: 'seconds',
      text: 'is how long a link to a photo lives, and it works for one viewer alone.',
    },
    { figure: String(PLACE_GRID_KM), unit: 'km', text: 'is the finest we know where you are. Others see only bands.' },
    { figure: '0', unit: 'sentences', text: 'kept by the analysis. It counts gestures and forgets the words.' },
  ],
} as const;

export const PRIVACY = {
  title: 'Quiet by design',
  points: [
    {
      title: 'Encrypted where it rests',
      text: 'Messages, answers and behaviour each under their own key. Delete your account, and the keys are shredded.',
    },
    {
      title: 'Consent that can be taken back',
      text: 'Behavioural analysis is a choice of its own. Withdraw it in Settings and what was learned is erased.',
    },
    { title: 'Yours to take along', text: 'One button gives you an archive of everything we hold about you.' },
    { title: 'Block means gone', text: 'They cannot write, see you, or learn that you did it.' },
  ],
  more: 'Read the privacy policy',
} as const;

export const PREMIUM = {
  title: 'Free is enough to meet someone',
  lead: 'Premium is for those who want more of it. It never buys a face: reveals take two yeses, whatever anyone pays.',
  free: {
    title: 'Free',
    points: [
      `${FREE_DAILY_MATCHES} new person a day`,
      `${FREE_ACTIVE_CONVERSATIONS} conversations at a time`,
      'Every stage of the reveal',
      'Your whole behavioural profile',
    ],
  },
  premium: {
    title: 'Premium',
    points: [
      'No limit on new people',
      'No limit on conversations',
      'AI Wingman: openers and readings of how a talk goes',
      'Everything in Free',
    ],
  },
} as const;

export const CLOSING = { title: 'Close your eyes. Say hello.', join: 'Create your account' } as const;
