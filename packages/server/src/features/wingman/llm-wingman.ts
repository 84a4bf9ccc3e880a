import { suggestionSchema } from '@soulsight/contract/wingman';
import { z } from 'zod';
import type { Core } from '../../core/core.ts';
import { scrub } from '../../core/llm/scrub.rules.ts';
import { type Analysis, TONES } from './analysis.rules.ts';
import { type ConversationView, type Draft, SUGGESTIONS_MAX } from './suggestion.rules.ts';
import type { WingmanDeps } from './wingman.deps.ts';

const draftsSchema = z.object({
  suggestions: z
    .array(
      suggestionSchema.omit({ id: true }).extend({ text: z.string().min(1).max(400), because: z.string().max(200) }),
    )
    .min(1)
    .max(SUGGESTIONS_MAX),
});
const analysisSchema = z.object({
  summary: z.string().min(1).max(500),
  tone: z.enum(TONES),
  advice: z.array(z.string().max(200)).min(1).max(4),
});
const SYSTEM =
  'You help an adult in a dating app to write kindly and honestly. Be warm, brief and concrete. Never pretend, never push, never comment on looks. Write as the person would.';

/** Asks the language model. Returns null without a model, without both users' consent, or when the model fails. */
export function createLlmWingman({ log }: Pick<Core, 'log'>, { profile, llm }: Pick<WingmanDeps, 'profile' | 'llm'>) {
  async function suggest(userIds: readonly string[], conversation: ConversationView): Promise<Draft[] | null> {
    const system = `${SYSTEM} Suggest up to ${SUGGESTIONS_MAX} next messages for "me", each with a short reason.`;
    return (await ask(userIds, conversation, { system, schema: draftsSchema }))?.suggestions ?? null;
  }

  function analyse(userIds: readonly string[], conversation: ConversationView): Promise<Analysis | null> {
    const system = `${SYSTEM} Say in two or three sentences how this conversation goes, and what to try next.`;
    return ask(userIds, conversation, { system, schema: analysisSchema });
  }

  async function ask<S extends z.ZodType>(
    userIds: readonly string[],
    conversation: ConversationView,
    question: { system: string; schema: S },
  ): Promise<z.output<S> | null> {
    if (!llm || !(await allAllow(userIds))) return null;
    const names = await profile.listPrivateNames(userIds);
    try {
      return await llm.ask({ ...question, data: toPromptData(conversation, names) });
    } catch (error) {
      log.warn({ err: error }, 'language model failed, using the local wingman');
      return null;
    }
  }

  async function allAllow(userIds: readonly string[]): Promise<boolean> {
    const consents = await Promise.all(userIds.map((id) => profile.getConsents(id)));
    return consents.every((consent) => consent.ai_processing);
  }

  return { suggest, analyse };
}

export type LlmWingman = ReturnType<typeof createLlmWingman>;

/** One line per message, so that no message can be taken for another user's. */
function toPromptData(conversation: ConversationView, names: readonly string[]): string {
  const clean = (text: string) => scrub(text, names).replaceAll(/\s+/g, ' ');
  return [
    ...conversation.prompts.map(({ question, answer }) => `they on "${question}": ${clean(answer)}`),
    ...conversation.talkingPoints,
    ...conversation.messages.map(({ mine, content }) => `${mine ? 'me' : 'they'}: ${clean(content)}`),
  ].join('\n');
}
