import { suggestionSchema, type WingmanModel } from '@soulsight/contract/wingman';
import { z } from 'zod';
import type { Core } from '../../../core/core.ts';
import type { LlmTokens } from '../../../core/llm/llm.ts';
import { LlmLimitError } from '../../../core/llm/site-limit.ts';
import type { Pair } from '../../match/pair-facts.service.ts';
import { type BasisCheck, toBasis } from '../basis.ts';
import type { ReadConversation } from '../conversation-access.ts';
import { SUGGESTIONS_MAX } from '../suggesting/suggest.rules.ts';
import type { WingmanDeps } from '../wingman.deps.ts';
import { createModelBudget } from './model-budget.ts';
import { findModelCall, listModelCalls } from './model-calls.store.ts';
import { isFit, SYSTEM, toPromptData } from './model-prompt.rules.ts';
import type { Written } from './written.ts';

const draftsSchema = z.object({
  suggestions: z
    .array(
      suggestionSchema.omit({ id: true }).extend({ text: z.string().min(1).max(400), because: z.string().max(200) }),
    )
    .min(1)
    .max(SUGGESTIONS_MAX),
});

/** From then on the local suggestions are shown, and the model's replace them when they come. */
const PATIENCE_MS = 1_500;
/** A repeated request looks this often whether the first one was answered, */
const LOOK_EVERY_MS = 250;
/** and so much longer at most than an answer may take. A call that has run for longer died with its node. */
const CALL_MARGIN_MS = 2_500;
const SENT_SHOWN = 5;

type Parts = Pick<WingmanDeps, 'profile' | 'llm' | 'llmLimits'> & {
  isCurrent: BasisCheck;
  /** Resolves after `ms` milliseconds. */
  after: (ms: number) => Promise<void>;
};
export type ModelRequest = { viewerId: string; pair: Pair; requestId: string | undefined; wait: boolean };
export type ModelAnswer = { written: Written | null; pending: boolean };

const NOTHING: ModelAnswer = { written: null, pending: false };

/** Suggestions of the language model, where there is one and both users agree. It never fails: the local ones take its place. */
export function createModelWingman(
  { db, clock, vault, log }: Pick<Core, 'db' | 'clock' | 'vault' | 'log'>,
  { profile, llm, llmLimits, isCurrent, after }: Parts,
) {
  const callMaxMs = llmLimits.answerMaxMs + CALL_MARGIN_MS;
  const { reserve, settle, fail } = createModelBudget({ db, clock, vault }, { limits: llmLimits, isCurrent });

  /** A repeated request gets the answer of the first one, whichever node is asked. With `wait` it is awaited to its end. */
  async function suggest(request: ModelRequest, conversation: ReadConversation): Promise<ModelAnswer> {
    const { viewerId, pair, wait } = request;
    const requestId = request.requestId ?? crypto.randomUUID();
    if (!llm || !(await bothAgree(viewerId, pair.otherId))) return NOTHING;
    const call = ask({ ...request, requestId }, conversation).catch(warn);
    if (wait) return { written: await call, pending: false };
    const late = after(PATIENCE_MS).then(() => 'late' as const);
    const first = await Promise.race([call, late]);
    return first === 'late' ? { written: null, pending: true } : { written: first, pending: false };
  }

  function warn(error: unknown): null {
    log.warn({ err: error }, 'language model failed, using the local wingman');
    return null;
  }

  async function ask(
    { viewerId, pair, requestId, wait }: ModelRequest & { requestId: string },
    conversation: ReadConversation,
  ): Promise<Written | null> {
    if (!llm) return null;
    const basis = toBasis(viewerId, pair, conversation, true);
    const data = toPromptData(conversation, await profile.createScrubber([viewerId, pair.otherId]));
    const owner = { userId: viewerId, matchId: pair.match.id, requestId };
    const reserved = await reserve(owner, data, basis);
    if (reserved === null) return null;
    if (reserved === 'made_before')
      return awaitWritten({ db, clock, vault, after }, owner, {
        callMaxMs,
        patienceMs: wait ? callMaxMs : PATIENCE_MS,
      });
    const { id } = reserved;
    try {
      const onTokens = (used: LlmTokens) => {
        tokens = used;
      };
      let tokens: LlmTokens | null = null;
      const { suggestions } = await llm.ask({ system: SYSTEM, schema: draftsSchema, data, onTokens });
      const drafts = suggestions.filter(isFit);
      const written = drafts.length > 0 ? { drafts, basis } : null;
      await settle(id, tokens, written);
      return written;
    } catch (error) {
      await fail(id, error);
      // The metrics say so.
      if (error instanceof LlmLimitError) return null;
      throw error;
    }
  }

  async function bothAgree(viewerId: string, otherId: string): Promise<boolean> {
    return (await agrees(viewerId)) && agrees(otherId);
  }

  async function agrees(userId: string): Promise<boolean> {
    return (await profile.getConsents(userId)).ai_processing;
  }

  /** Whether the model can be used with this match, and what was sent to it. */
  async function getState(viewerId: string, pair: Pair): Promise<WingmanModel> {
    const rows = await listModelCalls(db, viewerId, pair.match.id, SENT_SHOWN);
    const owner = `user:${viewerId}` as const;
    const texts = await vault.openMany(
      db,
      rows.map(({ sent }) => ({ owner, sealed: sent })),
    );
    return {
      available: llm !== null,
      mine: await agrees(viewerId),
      theirs: await agrees(pair.otherId),
      sent: rows.map(({ createdAt, status }, n) => ({ at: createdAt.toISOString(), status, text: texts[n] ?? '' })),
    };
  }

  return { suggest, getState };
}

/** What an earlier call for the same request wrote, possibly on another node; null if it failed or its node died. */
async function awaitWritten(
  { db, clock, vault, after }: Pick<Core, 'db' | 'clock' | 'vault'> & Pick<Parts, 'after'>,
  request: { userId: string; matchId: string; requestId: string },
  { callMaxMs, patienceMs }: { callMaxMs: number; patienceMs: number },
): Promise<Written | null> {
  for (let waited = 0; waited <= patienceMs; waited += LOOK_EVERY_MS) {
    const call = await findModelCall(db, request);
    if (call?.status !== 'running')
      return call?.written ? vault.openJson<Written>(db, `user:${request.userId}`, call.written) : null;
    if (clock.now().getTime() - call.createdAt.getTime() > callMaxMs) return null;
    await after(LOOK_EVERY_MS);
  }
  return null;
}

export type ModelWingman = ReturnType<typeof createModelWingman>;
