/** What people talk about. */
export const TOPICS = [
  'cooking',
  'music',
  'nature',
  'animals',
  'reading',
  'film',
  'travel',
  'sport',
  'art',
  'work',
  'learning',
  'family',
  'games',
  'home',
] as const;
export type Topic = (typeof TOPICS)[number];

/** What a question asks for, so that nothing is asked that they have already said. */
export const SLOTS = ['start', 'best', 'next', 'with', 'feel'] as const;
export type Slot = (typeof SLOTS)[number];

/** A line; `{a|b}` holds its familiar and its polite form. */
export type Phrase = string;
export type TopicPhrases = {
  /** Words of the topic, in lower case. */
  words: string;
  ask: readonly (readonly [Slot, Phrase])[];
};

/** All that the wingman can say in one language. */
export type Phrases = {
  topics: Record<Topic, TopicPhrases>;
  /** Shows that a message already says what a slot asks for. */
  given: Partial<Record<Slot, string>>;
  /** Says that something belongs to the reader: "your dog". */
  yours: string;
  /** A question to the reader that can be answered with yes or no. */
  yesNo: string;
  yes: readonly Phrase[];
  no: readonly Phrase[];
  /** Answers to a proposal; %when is the day and the time as they were written. */
  agree: readonly Phrase[];
  otherDay: readonly Phrase[];
  decline: readonly Phrase[];
  confirm: readonly Phrase[];
  declined: readonly Phrase[];
  /** After the other person opened up. */
  comfort: readonly Phrase[];
  good: readonly Phrase[];
  /** %who is the person or animal, as "your grandmother". */
  grief: readonly Phrase[];
  griefFor: readonly Phrase[];
  illness: readonly Phrase[];
  illnessFor: readonly Phrase[];
  /** Of whom a message speaks: the possessive and the noun. */
  kin: { pattern: string; yours: readonly (readonly [RegExp, string])[] };
  refuse: readonly Phrase[];
  disagree: readonly Phrase[];
  respect: readonly Phrase[];
  farewell: readonly Phrase[];
  sorry: readonly Phrase[];
  /** Begins a first message about a topic of their profile. */
  hello: readonly Phrase[];
};
