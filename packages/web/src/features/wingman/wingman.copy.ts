import type { Suggestion } from '@soulsight/contract/wingman';

export const WINGMAN_COPY = {
  title: 'AI Wingman',
  lead: 'Suggestions go into your box, to be read and changed. Nothing is ever sent for you.',
  use: 'Use',
  again: 'Other suggestions',
  read: 'Read our conversation',
  upgrade: 'Upgrade',
  settings: 'Open Settings',
} as const;

export const KINDS: Record<Suggestion['kind'], string> = {
  opener: 'To begin with',
  reply: 'As an answer',
  question: 'To ask',
  support: 'To be there',
};

export const TONES = {
  warm: 'Warm',
  light: 'Light',
  curious: 'Curious',
  careful: 'Careful',
  tense: 'Tense',
  quiet: 'Quiet',
} as const;
