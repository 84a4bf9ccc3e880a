import { toComparable } from '../../../core/text/message-text.rules.ts';
import { mentionsMoney } from '../../../core/text/money-patterns.rules.ts';
import { GERMAN } from './de.data.ts';
import { ENGLISH } from './en.data.ts';
import { SPANISH } from './es.data.ts';
import { FRENCH } from './fr.data.ts';
import {
  HARD_MOMENTS,
  type HardMoment,
  type MomentPatterns,
  TURNING_POINTS,
  type TurningPoint,
} from './hard-moment.data.ts';
import { JAPANESE } from './ja.data.ts';

export type Moment = HardMoment | TurningPoint;

type Kind = keyof MomentPatterns;

/** Short messages have no language that can be detected, so every message is read in all five. */
const LANGUAGES: readonly MomentPatterns[] = [ENGLISH, GERMAN, SPANISH, FRENCH];
const SPACED = { before: '(?<![\\p{L}\\p{N}])', after: '' } as const;

function compile(kind: Kind, flags: 'u' | 'gu'): RegExp {
  const spaced = LANGUAGES.flatMap((language) => language[kind]).join('|');
  return new RegExp(`${SPACED.before}(?:${spaced})|(?:${JAPANESE[kind].join('|')})`, flags);
}

const INNOCENT = compile('innocent', 'gu');
const PATTERNS = Object.fromEntries(
  [...HARD_MOMENTS, ...TURNING_POINTS].filter((kind) => kind !== 'scam').map((kind) => [kind, compile(kind, 'u')]),
) as Record<Exclude<Moment, 'scam'>, RegExp>;

/** Longer messages are read up to here, so that no text takes long. */
const READ_MAX_CHARS = 2_000;

/** What a message means for the conversation, the most urgent first; null for most messages. */
export function readMoment(content: string): Moment | null {
  const comparable = toComparable(content.slice(0, READ_MAX_CHARS));
  const text = comparable.text.replace(INNOCENT, ' ');
  const fits = (moment: Moment) => (moment === 'scam' ? mentionsMoney(comparable) : PATTERNS[moment].test(text));
  return [...HARD_MOMENTS, ...TURNING_POINTS].find(fits) ?? null;
}
