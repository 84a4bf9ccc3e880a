import { TRAITS } from '@soulsight/contract/traits';
import { z } from 'zod';
import type { Llm } from '../../core/llm/llm.ts';
import { scrub } from '../../core/llm/scrub.rules.ts';
import type { OpenedEvent, Reading } from './bgp.rules.ts';

/** What may be sent to a language model about a user: event features, answers, and prompts without names and places. */
export type ReadingFacts = {
  events: readonly OpenedEvent[];
  answers: readonly { statement: string; answer: number }[];
  prompts: readonly { question: string; answer: string }[];
  /** Names and places to remove from the prompts. */
  names: readonly string[];
};

const SYSTEM = `You estimate personality traits of one person for a dating service, from numbers about how they write and from
their own answers. Estimate a trait only where the data speak of it. Each value is the percentile among adults, 0 to 100.`;

const CHARS_PER_WORD = 5.5;

const readingSchema = z.object({
  traits: z.array(z.object({ trait: z.enum(TRAITS), value: z.number().min(0).max(100) })).max(TRAITS.length),
});

/** Asks the model. @throws when it does not answer in time or its answer does not match the schema */
export async function readTraits(llm: Llm, facts: ReadingFacts): Promise<Reading> {
  const data = {
    events: summarizeEvents(facts.events),
    answers: facts.answers,
    prompts: facts.prompts.map(({ question, answer }) => ({ question, answer: scrub(answer, facts.names) })),
  };
  const { traits } = await llm.ask({ system: SYSTEM, data: JSON.stringify(data), schema: readingSchema });
  const last = new Map(traits.map((read) => [read.trait, read]));
  return { traits: [...last.values()], words: countWords(facts) };
}

/** Event counts and feature means by event type. */
function summarizeEvents(events: readonly OpenedEvent[]) {
  return [...Map.groupBy(events, ({ type }) => type)].map(([type, group]) => ({
    type,
    count: group.length,
    means: calculateMeans(group),
  }));
}

function calculateMeans(group: readonly OpenedEvent[]): Record<string, number> {
  const sums = new Map<string, { n: number; sum: number }>();
  for (const { features } of group) {
    for (const [name, value] of Object.entries(features)) {
      if (typeof value !== 'number' && typeof value !== 'boolean') continue;
      const { n, sum } = sums.get(name) ?? { n: 0, sum: 0 };
      sums.set(name, { n: n + 1, sum: sum + Number(value) });
    }
  }
  return Object.fromEntries([...sums].map(([name, { n, sum }]) => [name, Math.round((100 * sum) / n) / 100]));
}

function countWords({ events, prompts }: ReadingFacts): number {
  const inMessages = events.reduce(
    (sum, { type, features }) => sum + (type === 'message_sent' ? Number(features.message_length ?? 0) : 0),
    0,
  );
  const inPrompts = prompts.reduce((sum, { answer }) => sum + answer.length, 0);
  return Math.round((inMessages + inPrompts) / CHARS_PER_WORD);
}
