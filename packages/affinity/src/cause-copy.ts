import type { Cause } from './behaviour.ts';
import type { Feature } from './features.ts';

/** Why a trait changed, when no behaviour explains it. `more`: the values that a new profile starts with count less. */
export const CAUSE_PHRASES = {
  questions: 'your answers to the questions',
  analysis: 'a fresh look at everything so far',
  time: 'no new activity for a while',
  more: 'having more to go by than at the start',
} as const;

/** Why a trait changed, by the feature that moved it: "your openness rose from 52 to 54: asking questions in your conversations". */
const FEATURE_PHRASES: Record<Feature, Record<Cause['direction'], string>> = {
  message_length: { more: 'writing longer messages', less: 'writing shorter messages' },
  response_time: { more: 'taking your time to answer', less: 'answering quickly' },
  emotional_tone: {
    more: 'the warm way you write in your conversations',
    less: 'the cooler tone of your conversations',
  },
  humour: { more: 'laughing and joking in your conversations', less: 'the serious tone of your conversations' },
  hedging: { more: 'leaving open what you think', less: 'saying plainly what you think' },
  initiates: { more: 'being the one who starts conversations', less: 'letting others start conversations' },
  answered_in_time: { more: 'answering what you are asked', less: 'leaving questions unanswered for long' },
  is_question: { more: 'asking questions in your conversations', less: 'asking few questions in your conversations' },
  vulnerability: { more: 'sharing something personal', less: 'keeping personal things to yourself' },
  support: { more: 'supporting someone in a conversation', less: 'moments in which someone hoped for support' },
  repair: { more: 'making up after a difficult moment', less: 'difficult moments that were left as they were' },
  dwell_time: {
    more: 'taking your time with people you are shown',
    less: 'deciding quickly about people you are shown',
  },
  decision_time: { more: 'taking your time to decide whom to meet', less: 'deciding quickly whom to meet' },
  hours_known: { more: 'waiting before you ask to see more', less: 'asking early to see more of each other' },
};

export function describeCause({ feature, direction }: Cause): string {
  return FEATURE_PHRASES[feature][direction];
}
