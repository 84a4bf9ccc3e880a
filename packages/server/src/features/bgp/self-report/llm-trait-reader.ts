import { TRAITS } from '@soulsight/contract/traits';
import { z } from 'zod';
import type { Llm } from '../../../core/llm/llm.ts';
import type { Reading } from '../bgp.rules.ts';

/**
 * What may be sent to a language model about a user: only the texts that nothing else reads. Events and answers already count as
 * evidence, so sending them would count them twice.
 */
export type ReadingFacts = {
  prompts: readonly { question: string; answer: string }[];
  /** Removes what identifies people. */
  scrub: (text: string) => string;
};

const SYSTEM = `You estimate personality traits of one person for a dating service, from what they wrote about themselves.
Estimate a trait only where the texts speak of it. Each value is the percentile among adults, 0 to 100.`;

const CHARS_PER_WORD = 5.5;

const readingSchema = z.object({
  traits: z.array(z.object({ trait: z.enum(TRAITS), value: z.number().min(0).max(100) })).max(TRAITS.length),
});

/** Asks the model. @throws when it does not answer in time or its answer does not match the schema */
export async function readTraits(llm: Llm, facts: ReadingFacts): Promise<Reading> {
  const data = {
    prompts: facts.prompts.map(({ question, answer }) => ({ question, answer: facts.scrub(answer) })),
  };
  const { traits } = await llm.ask({ system: SYSTEM, data: JSON.stringify(data), schema: readingSchema });
  const last = new Map(traits.map((read) => [read.trait, read]));
  return { traits: [...last.values()], words: countWords(facts) };
}

function countWords({ prompts }: ReadingFacts): number {
  return Math.round(prompts.reduce((sum, { answer }) => sum + answer.length, 0) / CHARS_PER_WORD);
}
