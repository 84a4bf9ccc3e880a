/** What people tell of themselves, as narrow as needed for a question that follows from any sentence with its words. */
export const TOPICS = [
  'cooking',
  'meal',
  'baking',
  'concert',
  'instrument',
  'singing',
  'stage',
  'film',
  'book',
  'dog',
  'cat',
  'hiking',
  'garden',
  'water',
  'bike',
  'running',
  'climbing',
  'dancing',
  'teaching',
  'nursing',
  'work',
  'volunteering',
  'studying',
  'language',
  'chess',
  'games',
  'moving',
  'party',
  'back',
  'leaving',
  'unwell',
  'popcorn',
  'zodiac',
  'sleep',
  'craft',
  'photography',
  'monday',
  'achievement',
  'new_pet',
  'renovating',
  'delay',
  'heat',
  'mishap',
] as const;
export type Topic = (typeof TOPICS)[number];

/** What a question asks for, so that nothing is asked that they have already said. */
export const SLOTS = ['which', 'about', 'start', 'best', 'next', 'with', 'feel'] as const;
export type Slot = (typeof SLOTS)[number];

/** A line; `{a|b}` holds its familiar and its polite form. */
export type Phrase = string;
export type TopicPhrases = {
  /** Words of the topic, in lower case. */
  words: string;
  /** What it asks for, the question, and words that say that it was answered where the slot's own words do not. */
  ask: readonly (readonly [slot: Slot, ask: Phrase, said?: string])[];
};

/** All that the wingman can say in one language. */
export type Phrases = {
  topics: Record<Topic, TopicPhrases>;
  /** Shows that a message already says what a slot asks for. */
  given: Partial<Record<Slot, string>>;
  /** Says that something belongs to the reader: "your dog". */
  yours: string;
  /** Answers to a proposal; %when is the day and the time as they were written. */
  agree: readonly Phrase[];
  otherDay: readonly Phrase[];
  decline: readonly Phrase[];
  confirm: readonly Phrase[];
  declined: readonly Phrase[];
  /** They laugh about something of the reader's. */
  amused: { words: string; lines: readonly Phrase[] };
  /** %who is the person or animal, as "your grandmother". */
  grief: readonly Phrase[];
  griefFor: readonly Phrase[];
  /** On a day that reminds of them, whenever they died. */
  griefDay: { words: string; lines: readonly Phrase[] };
  illness: readonly Phrase[];
  illnessFor: readonly Phrase[];
  /** The person a message is about: the possessive and the noun. */
  kin: { pattern: string; nouns: string; yours: readonly (readonly [RegExp, string])[] };
  refuse: readonly Phrase[];
  /** They went on after the reader's no. */
  refuseAgain: readonly Phrase[];
  disagree: readonly Phrase[];
  respect: readonly Phrase[];
  farewell: readonly Phrase[];
  sorry: readonly Phrase[];
};
