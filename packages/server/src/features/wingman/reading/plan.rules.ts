import type { Language } from '@soulsight/affinity/languages';
import { isQuestion } from '@soulsight/affinity/signals';
import { readSituations } from '../acts/act-model.rules.ts';
import { PLAN_WORDS } from './plan-words.data.ts';

/** A proposal to meet, as it was written. */
export type Plan = {
  mine: boolean;
  seq: number;
  day: string | null;
  time: string | null;
  place: string | null;
  state: 'open' | 'agreed' | 'declined';
};

type Line = { mine: boolean; content: string; seq: number };

/** The last proposal to meet, and what the other side said to it; null where nobody proposed anything. */
export function readPlan(messages: readonly Line[], language: Language): Plan | null {
  const at = messages.findLastIndex(({ content }) => isProposal(content, language));
  const proposal = messages[at];
  if (!proposal) return null;
  const { mine, seq, content } = proposal;
  const plan = { mine, seq, ...readWhenAndWhere(content, language) };
  const answer = messages.slice(at + 1).find((message) => message.mine !== mine);
  return { ...plan, state: answer ? readAnswer(answer.content, language) : 'open' };
}

function isProposal(content: string, language: Language): boolean {
  const { past, invite } = PLAN_WORDS[language];
  const text = content.toLowerCase().replaceAll('’', "'");
  if (find(text, past, language)) return false;
  if (readSituations(content).has('offer')) return true;
  const { day, time } = readWhenAndWhere(content, language);
  if (find(text, invite, language)) return day !== null || time !== null || isQuestion(content, language);
  return day !== null && isQuestion(content, language) && content.length < SHORT_PROPOSAL_CHARS;
}

/** "Saturday at four?" proposes something without a verb; a long question that mentions a day seldom does. */
const SHORT_PROPOSAL_CHARS = 60;

function readWhenAndWhere(content: string, language: Language): Pick<Plan, 'day' | 'time' | 'place'> {
  const { day, time, place } = PLAN_WORDS[language];
  const text = content.replaceAll('’', "'");
  return { day: find(text, day, language), time: find(text, time, language), place: find(text, place, language) };
}

function readAnswer(content: string, language: Language): Plan['state'] {
  const { yes, no } = PLAN_WORDS[language];
  const text = content.toLowerCase().replaceAll('’', "'");
  const situations = readSituations(content);
  if (situations.has('plan_no') || find(text, no, language)) return 'declined';
  return situations.has('plan_yes') || find(text, yes, language) ? 'agreed' : 'open';
}

function find(text: string, pattern: string, language: Language): string | null {
  const [before, after] = language === 'ja' ? ['', ''] : ['(?<![\\p{L}\\p{N}])', '(?!\\p{L})'];
  const whole = /[ ?]$/.test(pattern) ? pattern : `(?:${pattern})${after}`;
  return new RegExp(`${before}${whole}`, 'iu').exec(text)?.[0]?.trim() ?? null;
}
