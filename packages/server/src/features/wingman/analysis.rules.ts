import { MINUTE_MS } from '@soulsight/contract/time';
import type { WingmanAnalysis } from '@soulsight/contract/wingman';
import { findSituations } from './acts/act-model.rules.ts';
import { isHard } from './hard/read-moment.rules.ts';
import type { ConversationReading, ReadMessage } from './reading/conversation-reading.rules.ts';
import { VULNERABLE_FROM } from './suggesting/suggest.rules.ts';

type Finding = WingmanAnalysis['findings'][number];
type Analysis = Pick<WingmanAnalysis, 'summary' | 'tone' | 'advice' | 'findings' | 'silence'>;

/** Fewer messages, or fewer of one side, say nothing about a conversation. */
const MIN_MESSAGES = 6;
const MIN_OF_EACH = 2;
/** Shares of the characters, in percent, from which one side writes noticeably more. */
const MORE_FROM = 65;
const LESS_BELOW = 35;
/** Tone (-1 to 1) from which a message is warm, and below which it is heavy. */
const WARM_FROM = 0.45;
const HEAVY_BELOW = -0.4;
/** A change of the mean tone between the halves of a conversation that a reader would notice. */
const TONE_CHANGE = 0.35;
const TONE_CHANGE_FROM_MESSAGES = 10;
const SUPPORT_FROM = 0.4;
/** Fewer answers say nothing about somebody's pace. */
const PACE_FROM_REPLIES = 3;
/** One pace is this many times the other before the difference is worth a word. */
const PACE_RATIO = 4;
const EVIDENCE_MAX = 3;

/**
 * What is true of a conversation, each with the messages that it rests on. Nothing where there is too little, or in a hard moment; after
 * a no, a goodbye or something that hurt, only what asks nothing of the reader.
 */
export function analyseConversation(messages: readonly ReadMessage[], reading: ConversationReading): Analysis {
  if (reading.moments.some(({ moment }) => isHard(moment))) return IN_A_HARD_MOMENT;
  if (reading.foreign) return nothing('foreign');
  const mine = messages.filter((message) => message.mine);
  if (messages.length < MIN_MESSAGES || Math.min(mine.length, messages.length - mine.length) < MIN_OF_EACH)
    return nothing('too_little');
  const isCalm = reading.moment === null;
  const findings = [
    ...(isCalm ? findUnanswered(reading) : []),
    ...findPlan(reading),
    ...findOpened(messages, reading),
    ...findBalance(messages),
    ...findPace(messages),
    ...findWarmth(messages),
  ];
  return {
    silence: null,
    tone: classifyTone(messages, findings),
    summary: summarise(messages, findings),
    findings,
    advice: isCalm
      ? findings.flatMap(({ kind, text }) => (ADVICE[kind] && isAdvised(kind, text) ? [ADVICE[kind]] : []))
      : [],
  };
}

export const IN_A_HARD_MOMENT = {
  silence: 'crisis',
  summary: 'This is no moment for an analysis. It comes back later.',
  tone: 'quiet',
  findings: [],
  advice: [],
} satisfies Analysis;

function nothing(silence: NonNullable<Analysis['silence']>): Analysis {
  const summary =
    silence === 'foreign'
      ? 'You write in a language that the wingman cannot read. It reads English, German, Spanish, French and Japanese.'
      : 'There is too little to say yet. Come back after a few more messages from both of you.';
  return { silence, tone: 'quiet', summary, findings: [], advice: [] };
}

function findUnanswered({ questions }: ConversationReading): Finding[] {
  const open = questions.filter(({ answered }) => !answered);
  const theirs = open.filter(({ mine }) => !mine);
  const mine = open.filter((question) => question.mine);
  return [
    ...findingAbout(theirs, 'unanswered', `They asked “${theirs.at(-1)?.text}” and have no answer yet.`),
    ...findingAbout(mine, 'waiting', `You asked “${mine.at(-1)?.text}” and wait for an answer.`),
  ];
}

/** What holds where there are messages that it rests on. */
function findingAbout(rests: readonly { seq: number }[], kind: Finding['kind'], text: string): Finding[] {
  return rests.length > 0 ? [{ kind, text, seqs: seqsFrom(rests) }] : [];
}

function findPlan({ plan }: ConversationReading): Finding[] {
  if (!plan) return [];
  const what = [plan.day, plan.time, plan.place].filter(Boolean).join(' ') || 'a meeting';
  const who = plan.mine ? 'You' : 'They';
  const state = { open: 'it is not decided yet', agreed: 'the answer was yes', declined: 'the answer was no' }[
    plan.state
  ];
  return [{ kind: 'plan', text: `${who} proposed ${what}: ${state}.`, seqs: [plan.seq] }];
}

function findOpened(messages: readonly ReadMessage[], { acts }: ConversationReading): Finding[] {
  const opened = messages.filter(
    ({ features, content }) => features.vulnerability >= VULNERABLE_FROM || findSituations(acts(content)).has('worry'),
  );
  const theirs = opened.filter(({ mine }) => !mine);
  const mine = opened.filter((message) => message.mine);
  return [
    ...findingAbout(theirs, 'they_opened', 'They told you something that is not easy to say.'),
    ...findingAbout(mine, 'you_opened', 'You told them something that is not easy to say.'),
  ];
}

function findBalance(messages: readonly ReadMessage[]): Finding[] {
  const chars = (list: readonly ReadMessage[]) => list.reduce((sum, { content }) => sum + content.length, 0);
  const mine = messages.filter((message) => message.mine);
  const percent = Math.round((100 * chars(mine)) / Math.max(1, chars(messages)));
  if (percent > LESS_BELOW && percent < MORE_FROM)
    return [
      { kind: 'balance', text: `You write ${percent} percent of the words: about as much as they do.`, seqs: [] },
    ];
  const longest = messages
    .filter((message) => message.mine === percent >= MORE_FROM)
    .toSorted((one, other) => other.content.length - one.content.length);
  const kind = percent >= MORE_FROM ? 'you_more' : 'they_more';
  return [
    {
      kind,
      text: `You write ${percent} percent of the words, they write ${100 - percent}.`,
      seqs: seqsFrom(longest.slice(0, EVIDENCE_MAX)),
    },
  ];
}

function findPace(messages: readonly ReadMessage[]): Finding[] {
  const replies = messages.flatMap((message, n) => {
    const before = messages[n - 1];
    return before && before.mine !== message.mine
      ? [{ mine: message.mine, seq: message.seq, minutes: (message.at.getTime() - before.at.getTime()) / MINUTE_MS }]
      : [];
  });
  const of = (mine: boolean) =>
    replies.filter((reply) => reply.mine === mine).toSorted((a, b) => a.minutes - b.minutes);
  const [yours, theirs] = [of(true), of(false)];
  if (Math.min(yours.length, theirs.length) < PACE_FROM_REPLIES) return [];
  const middle = (list: typeof replies) => list[Math.floor(list.length / 2)]?.minutes ?? 0;
  const [you, they] = [middle(yours), middle(theirs)];
  const slower = you > they ? yours : theirs;
  const isFar = Math.max(you, they) > PACE_RATIO * Math.max(1, Math.min(you, they));
  const text = `You usually answer ${describeMinutes(you)}, they ${describeMinutes(they)}.`;
  return [{ kind: 'pace', text, seqs: isFar ? seqsFrom(slower.slice(-1)) : [] }];
}

function describeMinutes(minutes: number): string {
  if (minutes < 2) return 'within a minute or two';
  if (minutes < 60) return `within ${Math.round(minutes)} minutes`;
  const hours = minutes / 60;
  if (hours < 36) return hours < 1.5 ? 'within an hour' : `within ${Math.round(hours)} hours`;
  return `within ${Math.round(hours / 24)} days`;
}

function findWarmth(messages: readonly ReadMessage[]): Finding[] {
  const warm = messages.filter(
    ({ features }) => features.emotional_tone >= WARM_FROM || features.support >= SUPPORT_FROM,
  );
  const half = Math.floor(messages.length / 2);
  const change = meanTone(messages.slice(half)) - meanTone(messages.slice(0, half));
  const changed = messages.length >= TONE_CHANGE_FROM_MESSAGES && Math.abs(change) >= TONE_CHANGE;
  const lastSeqs = seqsFrom(messages.slice(-EVIDENCE_MAX));
  return [
    ...(warm.length > 0
      ? [
          {
            kind: 'warmth' as const,
            text:
              warm.length === 1 ? 'One message is especially warm.' : `${warm.length} messages are especially warm.`,
            seqs: seqsFrom(warm),
          },
        ]
      : []),
    ...(changed
      ? [
          {
            kind: change > 0 ? ('warmer' as const) : ('cooler' as const),
            text: change > 0 ? 'It has become warmer.' : 'It has become cooler lately.',
            seqs: lastSeqs,
          },
        ]
      : []),
  ];
}

function meanTone(messages: readonly ReadMessage[]): number {
  return messages.reduce((sum, { features }) => sum + features.emotional_tone, 0) / Math.max(1, messages.length);
}

/** The newest messages of a finding, oldest first. */
function seqsFrom(list: readonly { seq: number }[]): number[] {
  const seqs = [...new Set(list.map(({ seq }) => seq))].sort((a, b) => a - b);
  return seqs.slice(-EVIDENCE_MAX);
}

function classifyTone(messages: readonly ReadMessage[], findings: readonly Finding[]): Analysis['tone'] {
  const has = (kind: Finding['kind']) => findings.some((finding) => finding.kind === kind);
  const last = messages.slice(-MIN_MESSAGES);
  const tone = meanTone(last);
  if (tone <= HEAVY_BELOW || last.some(({ features }) => features.tension >= SUPPORT_FROM)) return 'tense';
  if (has('they_opened') && has('you_opened')) return 'warm';
  if (tone >= WARM_FROM) return 'warm';
  if (last.filter(({ features }) => features.is_question).length >= MIN_MESSAGES / 2) return 'curious';
  return has('warmth') ? 'light' : 'careful';
}

function summarise(messages: readonly ReadMessage[], findings: readonly Finding[]): string {
  const mine = messages.filter((message) => message.mine).length;
  const read = `From the last ${messages.length} messages, ${mine} of them yours`;
  const [first] = findings.filter(({ kind }) =>
    ['unanswered', 'plan', 'they_opened', 'cooler', 'warmer'].includes(kind),
  );
  return first ? `${read}: ${first.text}` : `${read}.`;
}

/** What to try next, where a finding calls for it. */
const ADVICE: Partial<Record<Finding['kind'], string>> = {
  unanswered: 'Answer their question before you ask another one.',
  they_opened: 'Go back to what they told you, gently, before you change the subject.',
  you_more: 'Leave room: a shorter message and one question give them a turn.',
  they_more: 'Tell them a little more about yourself: they have shared more than you have.',
  cooler: 'Ask how they are before you go on.',
  plan: 'Settle the day and the place, so that nobody has to guess.',
};

function isAdvised(kind: Finding['kind'], text: string): boolean {
  return kind !== 'plan' || text.endsWith('not decided yet.');
}
