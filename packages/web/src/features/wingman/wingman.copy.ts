import type { Suggestion } from '@soulsight/contract/wingman';

export const WINGMAN_COPY = {
  title: 'AI Wingman',
  lead: 'Suggestions go into your message box, so you can edit them first. We never send anything for you.',
  use: 'Use',
  again: 'More suggestions',
  read: 'Read our conversation',
  upgrade: 'Upgrade',
  settings: 'Open Settings',
} as const;

export const KINDS: Record<Suggestion['kind'], string> = {
  opener: 'Opener',
  reply: 'Reply',
  question: 'Ask',
  support: 'Support',
};

export const TONES = {
  warm: 'Warm',
  light: 'Light',
  curious: 'Curious',
  careful: 'Careful',
  tense: 'Tense',
  quiet: 'Quiet',
} as const;
