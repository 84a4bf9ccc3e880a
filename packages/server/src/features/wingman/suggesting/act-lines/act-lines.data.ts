import type { Situation } from '../../acts/situations.data.ts';
import type { Phrase } from '../phrase-book.data.ts';

/** Situations whose lines fit whatever was said, the ones that need an answer most first. */
export const SIMPLE_MOVES = [
  'contact_ask',
  'photo_ask',
  'language_help',
  'bad_day',
  'worry',
  'sympathy',
  'apology',
  'reassure',
  'good_news',
  'praise',
  'thanks',
  'kindness',
] as const satisfies readonly Situation[];
export type SimpleMove = (typeof SIMPLE_MOVES)[number];

/** What somebody tells of themselves, each with lines that fit whatever the details are; the narrow ones first. */
export const TELLING_MOVES = [
  'lives',
  'pet',
  'media',
  'made',
  'learns',
  'was_there',
  'trip_ahead',
  'gets_into',
  'enjoys',
  'ahead',
] as const satisfies readonly Situation[];
export type TellingMove = (typeof TELLING_MOVES)[number];

/** What one can answer to what a message does. */
export type ActLines = Record<SimpleMove | TellingMove, readonly Phrase[]> & {
  /** To a light story or a joke. */
  joke: readonly Phrase[];
  /** To a proposal without a day: yes, and not yet. */
  offerYes: readonly Phrase[];
  offerLater: readonly Phrase[];
  planYes: readonly Phrase[];
  planNo: readonly Phrase[];
  /** To another hour or day than the reader proposed. */
  counterYes: readonly Phrase[];
  /** Sends or shows something of their own, and asks for nothing. */
  sends: string;
  /** To an apology for how they treated the reader; a late answer needs no time. */
  needsTime: readonly Phrase[];
  offence: string;
  /** To a request for a picture of the reader: not yet. A picture of a dog has no need of it. */
  photoLater: readonly Phrase[];
  ofYou: string;
  ofThing: string;
  thanksWords: string;
  /** Thanks for something, and not for a compliment or a wish of just before. */
  thankedFor: string;
  /** To somebody who is nervous. */
  understands: readonly Phrase[];
  nerves: string;
  /** Asks whether they were understood, or made a mistake. */
  understood: string;
  /** Names an illness or a misfortune, which a line about the excuse alone would pass over. */
  ill: string;
  /** A late answer, or a small mistake. */
  noWorries: readonly Phrase[];
  /** The two have met, or spoken, before. */
  acquainted: string;
  /** Somebody laughs in the story. */
  laughs: string;
  /** The wishes of a good night. */
  wishes: string;
  /** Says that one is sorry for somebody. */
  condolence: string;
  /** A farewell until a day, which a farewell until some time would take back. */
  untilDay: string;
  soon: string;
  night: readonly Phrase[];
  /** A message that goes to bed, and not only to work. */
  nightWords: string;
  leaving: readonly Phrase[];
  /** A message that says goodbye for now, or that somebody goes. */
  leavingWords: string;
  /** To somebody who asks to be wished luck. */
  luck: readonly Phrase[];
  luckWords: string;
  greeting: readonly Phrase[];
  /** To a greeting that asks how one is. */
  greetingAsked: readonly Phrase[];
  /** Asks how one is. */
  howAreYou: string;
  /** To "tea or coffee?"; %option is one of them. */
  choice: readonly Phrase[];
  /** The word between two options, and what comes before them. */
  or: string;
  beforeOptions: string;
  /** What follows the word where no is the other option, or none: "or are you busy?", "or something". */
  orNo: string;
  /** Asks without a question: "let me know". */
  tellMe: string;
  /** Asks the same of the reader, or for more, without a question. */
  asksBack: string;
  /** Questions that yes and no do not answer. */
  openQuestion: string;
};
