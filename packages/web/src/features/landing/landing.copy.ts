import {
  FREE_ACTIVE_CONVERSATIONS,
  FREE_DAILY_MATCHES,
  PHOTO_LINK_TTL_S,
  PLACE_GRID_KM,
} from '@soulsight/contract/limits';
import { PRODUCT_NAME } from '@soulsight/contract/product';
import type { RevealStage } from '@soulsight/contract/reveal-stages';

export const HERO = {
  /** The tagline, split into two lines. */
  first: 'Souls connecting',
  second: 'before eyes meet',
  lead: `${PRODUCT_NAME} pairs people by how they talk, listen and care. Faces come last, and only when both of you want it.`,
  join: 'Begin unseen',
  lookAround: 'Look around',
  open: `Open ${PRODUCT_NAME}`,
} as const;

export const MAKER = {
  title: 'This is what people see first',
  lead: 'Not a photo. A picture drawn from how you are: how lively your answers are, how deep you go, how warm you are. Nobody else has yours. Try one on.',
  energy: { label: 'How lively', low: 'calm', high: 'lively' },
  clarity: { label: 'How direct', low: 'soft', high: 'clear' },
  warmth: { label: 'How warm', low: 'cool', high: 'warm' },
  another: 'Someone else',
} as const;

export const SCENES = {
  conversation: {
    title: "You talk. That's the whole profile.",
    lead: "No swiping on faces. What you ask, how you answer and how you treat what you're told say more than any list of hobbies. Your profile counts gestures and keeps none of your sentences.",
    lines: [
      {
        mine: false,
        text: 'You said you moved for a job you then left. What made you stay in the city?',
        note: 'asks more',
      },
      {
        mine: true,
        text: 'Honestly? I was scared to go home and explain it. Then I found the swimmers at the lake.',
        note: 'opens up',
      },
      { mine: false, text: 'That takes courage. Tell me about the swimmers.', note: 'offers support' },
    ],
  },
  fit: {
    title: 'A score that means something',
    lead: "Ours isn't there to flatter you. Square it, and you get the chance that you both say yes, if you both answer: at 80, about 64 in 100 pairs do. And it always tells you why.",
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
  lead: 'You unlock every stage together. Either of you can wait, say no kindly, or step back at any time.',
  hint: 'Drag to see a reveal',
} as const;

export const STAGE_COPY: Record<RevealStage, { title: string; text: string }> = {
  aura: {
    title: 'Aura',
    text: 'An alias, an aura, roughly how old and how far away. And the reasons why you might fit.',
  },
  voice: { title: 'Voice', text: 'A first name, and answers in their own words.' },
  silhouette: {
    title: 'Silhouette',
    text: 'A photo, so blurred that you only sense someone is there. Our server makes the blur, so nobody can undo it.',
  },
  glimpse: { title: 'Glimpse', text: 'The same photo, softly blurred. What they do, what they love.' },
  revealed: { title: 'Eyes meet', text: 'Every photo, the whole profile. By now you know who is looking back.' },
};

export const NUMBERS = {
  title: 'Numbers we stand behind',
  lead: 'Not how many people "found love". What the product does, for everyone, every time.',
  facts: [
    { figure: '2', unit: 'yeses', text: "for every stage of a reveal. One alone isn't enough." },
    {
      figure: String(PHOTO_LINK_TTL_S),
      unit: 'seconds',
      text: 'is how long a link to a photo works, and only for one viewer.',
    },
    {
      figure: String(PLACE_GRID_KM),
      unit: 'km',
      text: 'is as precisely as we know where you are. Others see only a rough distance.',
    },
    { figure: '0', unit: 'sentences', text: 'stored by the analysis. It counts gestures and forgets the words.' },
  ],
} as const;

export const PRIVACY = {
  title: 'Quiet by design',
  points: [
    {
      title: 'Encrypted at rest',
      text: 'Messages, answers and behaviour each have their own key. When you delete your account, we destroy the keys.',
    },
    {
      title: 'Consent you can take back',
      text: 'You choose whether we analyse your behaviour. Withdraw in Settings, and we erase what we learned.',
    },
    { title: 'Yours to take with you', text: 'One button gives you an archive of everything we hold about you.' },
    { title: 'Block means gone', text: "They can't write to you, see you, or find out that you did it." },
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
      'AI Wingman: openers, and a look at how a conversation is going',
      'Everything in Free',
    ],
  },
} as const;

export const CLOSING = { title: 'Close your eyes. Say hello.', join: 'Create your account' } as const;
