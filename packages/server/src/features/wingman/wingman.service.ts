import { textFeatures } from '@soulsight/affinity/text';
import type { ConversationInsights } from '@soulsight/contract/chat';
import { AppError } from '@soulsight/contract/errors';
import { PROMPTS } from '@soulsight/contract/user';
import { type Suggestion, suggestionSchema } from '@soulsight/contract/wingman';
import { z } from 'zod';
import type { Core } from '../../core/core.ts';
import type { Llm } from '../../core/llm/llm.ts';
import { scrub } from '../../core/llm/scrub.rules.ts';
import type { ChatService } from '../chat/chat.service.ts';
import type { MatchService } from '../match/match.service.ts';
import type { Pair, PairFacts } from '../match/pair-facts.service.ts';
import type { ProfileService } from '../profile/profile.service.ts';
import type { SubscriptionService } from '../subscription/subscription.service.ts';
import {
  type Analysis,
  analyseConversation,
  type ConversationView,
  type Draft,
  SUGGESTIONS_MAX,
  suggest,
} from './wingman.rules.ts';
import { markSuggestionUsed, replaceSuggestions } from './wingman.store.ts';

/** The services that the wingman uses. */
export interface WingmanDeps {
  pairs: Pick<PairFacts, 'getPair'>;
  match: Pick<MatchService, 'listStates'>;
  chat: Pick<ChatService, 'get' | 'listLastMessages' | 'getInsights'>;
  profile: Pick<ProfileService, 'getPublicProfile' | 'getConsents' | 'listPrivateNames'>;
  subscription: Pick<SubscriptionService, 'requirePremium'>;
  llm: Llm | null;
}

export type WingmanService = ReturnType<typeof createWingmanService>;

const MESSAGES_READ = 12;
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
  tone: z.enum(['warm', 'light', 'curious', 'careful', 'tense', 'quiet']),
  advice: z.array(z.string().max(200)).min(1).max(4),
});
const SYSTEM =
  'You help an adult in a dating app to write kindly and honestly. Be warm, brief and concrete. Never pretend, never push, never comment on looks. Write as the person would.';

export function createWingmanService(
  { db, clock, vault, log }: Pick<Core, 'db' | 'clock' | 'vault' | 'log'>,
  { pairs, match, chat, profile, subscription, llm }: WingmanDeps,
) {
  async function consentsToAnalysis(userId: string): Promise<boolean> {
    return (await profile.getConsents(userId)).behavioural_analysis;
  }

  async function allowLlm(userIds: readonly string[]): Promise<boolean> {
    const consents = await Promise.all(userIds.map((id) => profile.getConsents(id)));
    return consents.every((consent) => consent.ai_processing);
  }

  /** @throws AppError conversation_gone, match_gone */
  async function getConversationPair(viewerId: string, conversationId: string): Promise<Pair> {
    const { match_id: matchId } = await chat.get(viewerId, conversationId);
    return pairs.getPair(db, viewerId, matchId);
  }

  async function loadConversation(viewerId: string, pair: Pair): Promise<ConversationView> {
    const person = await profile.getPublicProfile(viewerId, pair.otherId, pair.stage);
    const messages = pair.conversationId
      ? await chat.listLastMessages(viewerId, pair.conversationId, MESSAGES_READ)
      : [];
    const mayRead = await consentsToAnalysis(pair.otherId);
    const featuresOf = ({ mine, content }: (typeof messages)[number]) => textFeatures(mine || mayRead ? content : '');
    return {
      messages: messages.map((message) => ({ ...message, features: featuresOf(message) })),
      talkingPoints: pair.talkingPoints,
      prompts: (person.prompts ?? []).map(({ key, answer }) => ({ question: PROMPTS[key], answer })),
    };
  }

  /** Asks the language model where there is one and both let it; what fails there is done here. */
  async function withLlm<S extends z.ZodType>(
    people: readonly string[],
    talk: ConversationView,
    question: { system: string; schema: S },
  ): Promise<z.output<S> | null> {
    if (!llm || !(await allowLlm(people))) return null;
    const names = await profile.listPrivateNames(people);
    // Each on one line, so that nobody's words pass for another's.
    const told = (text: string) => scrub(text, names).replaceAll(/\s+/g, ' ');
    const lines = talk.messages.map((m) => `${m.mine ? 'me' : 'they'}: ${told(m.content)}`);
    const prompts = talk.prompts.map((p) => `they on "${p.question}": ${told(p.answer)}`);
    try {
      return await llm.ask({ ...question, data: [...prompts, ...talk.talkingPoints, ...lines].join('\n') });
    } catch (error) {
      log.warn({ err: error }, 'the language model did not help, the local wingman does');
      return null;
    }
  }

  async function createSuggestions(viewerId: string, pair: Pair): Promise<Suggestion[]> {
    const matchId = pair.match.id;
    const talk = await loadConversation(viewerId, pair);
    const asked = await withLlm([viewerId, pair.otherId], talk, {
      system: `${SYSTEM} Suggest up to ${SUGGESTIONS_MAX} next messages for "me", each with a short reason.`,
      schema: draftsSchema,
    });
    const drafts: Draft[] = asked?.suggestions ?? suggest(talk);
    const at = clock.now();
    const owner = `user:${viewerId}` as const;
    const rows = await db.transaction(async (tx) => {
      const texts = await vault.sealMany(
        tx,
        owner,
        drafts.map((draft) => draft.text),
      );
      return replaceSuggestions(
        tx,
        { userId: viewerId, matchId },
        drafts.map((draft, i) => ({
          userId: viewerId,
          matchId,
          kind: draft.kind,
          because: draft.because,
          text: texts[i] as Buffer,
          createdAt: at,
        })),
      );
    });
    return rows.map((row, i) => ({ id: row.id, kind: row.kind, because: row.because, text: drafts[i]?.text ?? '' }));
  }

  /** It reads the talks of a premium user who consents to that. @throws AppError wingman_premium, consent_required */
  async function requireConsent(viewerId: string): Promise<void> {
    await subscription.requirePremium(viewerId, 'wingman_premium');
    if (!(await consentsToAnalysis(viewerId))) throw new AppError('consent_required');
  }

  /** @throws AppError wingman_premium, consent_required, match_gone */
  async function forMatch(viewerId: string, matchId: string): Promise<Suggestion[]> {
    await requireConsent(viewerId);
    return createSuggestions(viewerId, await pairs.getPair(db, viewerId, matchId));
  }

  /** @throws AppError wingman_premium, consent_required, conversation_gone */
  async function forConversation(viewerId: string, conversationId: string): Promise<Suggestion[]> {
    await requireConsent(viewerId);
    return createSuggestions(viewerId, await getConversationPair(viewerId, conversationId));
  }

  /** The text of a suggestion, for the box; it is never sent from here. @throws AppError wingman_premium, match_gone, not_found */
  async function use(viewerId: string, matchId: string, suggestionId: string): Promise<string> {
    await subscription.requirePremium(viewerId, 'wingman_premium');
    await pairs.getPair(db, viewerId, matchId);
    const row = await markSuggestionUsed(db, { id: suggestionId, userId: viewerId, matchId, at: clock.now() });
    if (!row) throw new AppError('not_found', 'This suggestion is no longer there. Ask for new ones.');
    return vault.open(db, `user:${viewerId}`, row.text);
  }

  /** How the talk goes. @throws AppError wingman_premium, consent_required, conversation_gone */
  async function analysis(viewerId: string, conversationId: string): Promise<Analysis> {
    await requireConsent(viewerId);
    const pair = await getConversationPair(viewerId, conversationId);
    const talk = await loadConversation(viewerId, pair);
    const asked = await withLlm([viewerId, pair.otherId], talk, {
      system: `${SYSTEM} Say in two or three sentences how this talk goes, and what to try next.`,
      schema: analysisSchema,
    });
    if (asked) return asked;
    const insights = await chat.getInsights(viewerId, conversationId);
    const tones = talk.messages.map((message) => message.features.emotional_tone);
    return analyseConversation({
      messages: insights.messages,
      balance: insights.balance,
      depth: insights.depth,
      tone: tones.length === 0 ? 0 : tones.reduce((sum, tone) => sum + tone, 0) / tones.length,
      questions: talk.messages.filter((message) => message.mine && message.features.is_question).length,
      theyOpenedUp: talk.messages.some((message) => !message.mine && message.features.vulnerability >= 0.35),
    });
  }

  /** What helps in all of one's talks. @throws AppError wingman_premium, consent_required */
  async function insights(viewerId: string): Promise<{ title: string; text: string }[]> {
    await requireConsent(viewerId);
    const states = Object.values(await match.listStates(viewerId));
    const conversationIds = states.flatMap(({ conversation_id: id }) => (id ? [id] : []));
    const all = await Promise.all(conversationIds.map((id) => chat.getInsights(viewerId, id)));
    return overall(all.filter((talk) => talk.messages > 0));
  }

  return { forMatch, forConversation, use, analysis, insights };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Sentences about all talks together. */
function overall(talks: readonly ConversationInsights[]): { title: string; text: string }[] {
  if (talks.length === 0)
    return [{ title: 'Nothing to read yet', text: 'Write to someone, and there will be something to learn from.' }];
  const balance = mean(talks.map((talk) => talk.balance));
  const depth = mean(talks.map((talk) => talk.depth));
  const paces = talks.flatMap((talk) => (talk.pace.mine_minutes === null ? [] : [talk.pace.mine_minutes]));
  const sentences = [
    {
      title: 'Give and take',
      text:
        balance > 58
          ? `You write ${Math.round(balance)} percent of the messages. A question and a pause bring the other in.`
          : balance < 42
            ? `You write ${Math.round(balance)} percent of the messages. People open up more when you do.`
            : 'You give about as much as you get. That is where trust grows best.',
    },
    {
      title: 'Depth',
      text:
        depth >= 50
          ? 'Your talks go below the surface. Keep asking what things meant to people.'
          : 'Your talks stay on the surface so far. Ask how something felt, not only how it was.',
    },
  ];
  if (paces.length > 0) {
    sentences.push({
      title: 'Pace',
      text: `You usually answer within ${Math.max(1, Math.round(mean(paces)))} minutes.`,
    });
  }
  return sentences;
}
