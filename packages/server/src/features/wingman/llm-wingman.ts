import { PROMPTS } from '@soulsight/contract/user';
import { suggestionSchema } from '@soulsight/contract/wingman';
import { z } from 'zod';
import type { Core } from '../../core/core.ts';
import { scrub } from '../../core/llm/scrub.rules.ts';
import type { ReadConversation } from './conversation-access.ts';
import { type Draft, SUGGESTIONS_MAX } from './suggesting/suggest.rules.ts';
import type { WingmanDeps } from './wingman.deps.ts';

const draftsSchema = z.object({
  suggestions: z
    .array(
      suggestionSchema.omit({ id: true }).extend({ text: z.string().min(1).max(400), because: z.string().max(200) }),
    )
    .min(1)
    .max(SUGGESTIONS_MAX),
});
const SYSTEM =
  'You help an adult in a dating app to write kindly and honestly. Be warm, brief and concrete. Never pretend, never push, never comment on looks. Write as the person would.';

/** Asks the language model. Returns null without a model, without both users' consent, or when the model fails. */
export function createLlmWingman({ log }: Pick<Core, 'log'>, { profile, llm }: Pick<WingmanDeps, 'profile' | 'llm'>) {
  async function suggest(userIds: readonly string[], conversation: ReadConversation): Promise<Draft[] | null> {
    if (!llm || !(await allAllow(userIds))) return null;
    const names = await profile.listPrivateNames(userIds);
    const system = `${SYSTEM} Suggest up to ${SUGGESTIONS_MAX} next messages for "me", each with a short reason.`;
    try {
      return (await llm.ask({ system, schema: draftsSchema, data: toPromptData(conversation, names) })).suggestions;
    } catch (error) {
      log.warn({ err: error }, 'language model failed, using the local wingman');
      return null;
    }
  }

  async function allAllow(userIds: readonly string[]): Promise<boolean> {
    const consents = await Promise.all(userIds.map((id) => profile.getConsents(id)));
    return consents.every((consent) => consent.ai_processing);
  }

  return { suggest };
}

export type LlmWingman = ReturnType<typeof createLlmWingman>;

/** One line per message, so that no message can be taken for another user's. */
function toPromptData({ messages, context }: ReadConversation, names: readonly string[]): string {
  const clean = (text: string) => scrub(text, names).replaceAll(/\s+/g, ' ');
  return [
    ...context.prompts.map(({ key, answer }) => `they on "${PROMPTS[key]}": ${clean(answer)}`),
    ...context.talkingPoints,
    ...messages.map(({ mine, content }) => `${mine ? 'me' : 'they'}: ${clean(content)}`),
  ].join('\n');
}
