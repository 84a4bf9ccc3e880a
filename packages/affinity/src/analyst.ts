import type { BehaviouralEventType, Evolution, Insight, Recommendation } from '@soulsight/contract/bgp';
import { TRAITS, type Trait } from '@soulsight/contract/traits';
import { type Evidence, loadingFromNoise } from './evidence.ts';
import { clamp, normalQuantile } from './normal.ts';
import { TRAIT_COPY } from './trait-copy.ts';
import { type TraitReading, type TraitState, traitReadings } from './traits.ts';

/** What the analyst reads besides the traits: counts over the timeframe, never message text. */
export type RecentActivity = {
  counts: Partial<Record<BehaviouralEventType, number>>;
  /** Mean tone of the messages sent, -1 to 1; null when none was. */
  meanTone: number | null;
  questionsAnswered: number;
  questionsTotal: number;
  hasPhoto: boolean;
  promptsAnswered: number;
};

/** Below this confidence a trait is not mentioned. */
export const INSIGHT_MIN_CONFIDENCE = 0.2;
const INSIGHTS_LIMIT = 5;
/** From this distance to the average of 50 a trait stands out. */
const INSIGHT_MIN_DISTANCE = 12;
/** From this distance it is a hint. An answer in the middle of the scale never reaches it, one "Agree" does. */
const HINT_MIN_DISTANCE = 9;
/** Hints are added up to this many sentences, so that users with few answers read something about themselves, too. */
const HINTS_LIMIT = 3;

/**
 * The traits that stand out, strongest and best known first, and a summary of recent messages. At most five. Where less than three
 * stand out, the clearest hints follow.
 */
export function buildInsights(state: TraitState, recent: RecentActivity): Insight[] {
  const known = traitReadings(state)
    .filter(({ confidence }) => confidence >= INSIGHT_MIN_CONFIDENCE)
    .sort((one, other) => strength(other) - strength(one));
  const clear = known.filter((reading) => distance(reading) >= INSIGHT_MIN_DISTANCE);
  const hints = known.filter(
    (reading) => distance(reading) >= HINT_MIN_DISTANCE && distance(reading) < INSIGHT_MIN_DISTANCE,
  );
  const told = [...clear, ...hints.slice(0, Math.max(0, HINTS_LIMIT - clear.length))];
  return [...conversationInsight(recent), ...traitInsights(told)].slice(0, INSIGHTS_LIMIT);
}

function distance({ value }: TraitReading): number {
  return Math.abs(value - 50);
}

function strength(reading: TraitReading): number {
  return distance(reading) * reading.confidence;
}

/** Below this confidence a sentence is told as an impression. */
const CERTAIN_MIN_CONFIDENCE = 0.4;
/** They take turns, so that sentences in a row do not begin alike. */
const HEDGES = ['So far it looks as if ', 'We have the impression that ', 'Perhaps '];

function traitInsights(readings: readonly TraitReading[]): Insight[] {
  let hedged = 0;
  return readings.map((reading) => {
    const { title, high, low } = TRAIT_COPY[reading.trait].insight;
    const sentence = reading.value >= 50 ? high : low;
    const isClear = reading.confidence >= CERTAIN_MIN_CONFIDENCE && distance(reading) >= INSIGHT_MIN_DISTANCE;
    const text = isClear ? sentence : `${HEDGES[hedged++ % HEDGES.length]}${lowerFirst(sentence)}`;
    return { id: `trait-${reading.trait}`, title, text, traits: [reading.trait] };
  });
}

const FEW_MESSAGES = 10;

function conversationInsight({ counts, meanTone }: RecentActivity): Insight[] {
  const sent = counts.message_sent ?? 0;
  if (sent < FEW_MESSAGES) return [];
  const asked = Math.round((100 * (counts.question_asked ?? 0)) / sent);
  const tone = meanTone === null || Math.abs(meanTone) < 0.1 ? 'even' : meanTone > 0 ? 'warm' : 'rather serious';
  return [
    {
      id: 'talk-recent',
      title: 'Your recent conversations',
      text: `In your last ${sent} messages the tone was ${tone}, and ${asked}% of them asked something.`,
      traits: ['conversation_depth', 'agreeableness'],
    },
  ];
}

/** Recommended next steps, most useful first; at most four. */
export function buildRecommendations(state: TraitState, recent: RecentActivity): Recommendation[] {
  const sent = recent.counts.message_sent ?? 0;
  const asked = recent.counts.question_asked ?? 0;
  const suggestions: (Recommendation | false)[] = [
    recent.questionsAnswered < recent.questionsTotal && {
      id: 'answer-questions',
      title: 'Answer a few more questions',
      text: `You have answered ${recent.questionsAnswered} of ${recent.questionsTotal}. Each one makes your profile and your matches a little more accurate.`,
      href: '/profile/questions',
    },
    recent.promptsAnswered === 0 && {
      id: 'write-prompts',
      title: 'Write a few lines about yourself',
      text: 'They are the first thing a match reads about you in your own words.',
      href: '/profile/prompts',
    },
    !recent.hasPhoto && {
      id: 'add-photo',
      title: 'Add a photo',
      text: 'Nobody sees it until you both want to. Without one, the last stages of a reveal stay closed.',
      href: '/profile/photos',
    },
    sent >= FEW_MESSAGES &&
      asked / sent < 0.15 && {
        id: 'ask-more',
        title: 'Ask more questions',
        text: 'People like being asked. One honest question in your next message is enough.',
        href: '/chat',
      },
    sent === 0 && {
      id: 'say-hello',
      title: 'Start a conversation',
      text: 'We learn most from your conversations. One friendly message is a good start.',
      href: '/matching',
    },
    sent >= FEW_MESSAGES &&
      (recent.counts.vulnerability_shared ?? 0) === 0 && {
        id: 'share-something',
        title: 'Share something that matters to you',
        text: 'When you feel ready, share something small and true. It often starts a real conversation.',
        href: '/chat',
      },
    meanConfidence(state) >= 0.4 && {
      id: 'meet-someone',
      title: 'Meet someone new',
      text: 'Your profile is clear enough for good matches.',
      href: '/matching',
    },
  ];
  return suggestions.filter((suggestion) => suggestion !== false).slice(0, 4);
}

function meanConfidence(state: TraitState): number {
  return traitReadings(state).reduce((sum, { confidence }) => sum + confidence, 0) / TRAITS.length;
}

const EVOLUTION_MIN_CHANGE = 1;

/** The traits whose shown value changed by at least 1 between two states, the largest change first. */
export function calculateEvolution(
  before: TraitState,
  after: TraitState,
  explain: (trait: Trait, direction: 'rise' | 'fall') => string,
  at: string,
): Evolution[] {
  const earlier = traitReadings(before);
  return traitReadings(after)
    .map(({ trait, value }, k) => ({ trait, from: earlier[k]?.value ?? value, to: value }))
    .filter(({ from, to }) => Math.abs(to - from) >= EVOLUTION_MIN_CHANGE)
    .sort((one, other) => Math.abs(other.to - other.from) - Math.abs(one.to - one.from))
    .map(({ trait, from, to }) => ({ at, trait, from, to, because: explain(trait, to > from ? 'rise' : 'fall') }));
}

/** Noise variance of a Big Five trait read from 650 words of text, from published accuracies; the other traits have more noise. */
const TEXT_NOISE: Partial<Record<Trait, number>> = {
  openness: 10,
  neuroticism: 13,
  agreeableness: 27,
  conscientiousness: 27,
  extraversion: 38,
};
const OTHER_TEXT_NOISE = 40;
const TEXT_NOISE_WORDS = 650;
const READING_MAX_WORDS = 3_000;

/**
 * Converts a trait value that was read from a user's texts, for example by a language model, to uncertain evidence.
 *
 * @param value 0 to 100
 * @param words how many words were read
 */
export function readingEvidence(trait: Trait, value: number, words: number): Evidence {
  const r = ((TEXT_NOISE[trait] ?? OTHER_TEXT_NOISE) * TEXT_NOISE_WORDS) / clamp(words, 1, READING_MAX_WORDS);
  const loading = loadingFromNoise(r);
  const level = Math.SQRT2 * normalQuantile(clamp(value, 2, 98) / 100);
  return { trait, loading, z: level * loading };
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
