import { addToWindow, EMPTY_WINDOW } from '@soulsight/affinity/language-detection';
import { textFeatures } from '@soulsight/affinity/text';
import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../core/core.ts';
import type { Pair } from '../match/pair-facts.service.ts';
import {
  type ConversationReading,
  type FoundMoment,
  type ReadMessage,
  readConversation,
  readMoments,
  readProfileLanguage,
} from './reading/conversation-reading.rules.ts';
import type { PairContext } from './suggesting/openers.rules.ts';
import type { WingmanDeps } from './wingman.deps.ts';

type LastMessage = Awaited<ReturnType<WingmanDeps['chat']['listLastMessages']>>[number];

const MESSAGES_READ = 40;

type Deps = Pick<WingmanDeps, 'pairs' | 'chat' | 'profile' | 'subscription'>;

/** A conversation as the wingman reads it for one of its users. */
export interface ReadConversation {
  messages: ReadMessage[];
  reading: ConversationReading;
  context: PairContext;
  /** Whether the other user agrees to analysis. Without it only moments of danger may be told from `reading`. */
  otherConsents: boolean;
}

/** What the wingman may read, and of whom. */
export function createConversationAccess({ db }: Pick<Core, 'db'>, { pairs, chat, profile, subscription }: Deps) {
  async function consentsToAnalysis(userId: string): Promise<boolean> {
    return (await profile.getConsents(userId)).behavioural_analysis;
  }

  /** @throws AppError wingman_premium, consent_required */
  async function requireAccess(viewerId: string): Promise<void> {
    await subscription.requirePremium(viewerId, 'wingman_premium');
    if (!(await consentsToAnalysis(viewerId))) throw new AppError('consent_required');
  }

  /** @throws AppError conversation_gone, match_gone */
  async function getConversationPair(viewerId: string, conversationId: string): Promise<Pair> {
    const { match_id: matchId } = await chat.get(viewerId, conversationId);
    return pairs.getPair(db, viewerId, matchId);
  }

  async function readPair(viewerId: string, pair: Pair): Promise<ReadConversation> {
    const [other, me, otherConsents] = await Promise.all([
      profile.getPublicProfile(viewerId, pair.otherId, pair.stage),
      profile.getProfileText(viewerId),
      consentsToAnalysis(pair.otherId),
    ]);
    const last = pair.conversationId ? await chat.listLastMessages(viewerId, pair.conversationId, MESSAGES_READ) : [];
    const messages = withFeatures(last);
    const prompts = other.prompts ?? [];
    const [mine, theirs] = [me.prompts, prompts].map((all) => all.map(({ answer }) => answer));
    const profileLanguage = readProfileLanguage(mine ?? [], theirs ?? []);
    return {
      messages,
      reading: readConversation(messages, profileLanguage),
      context: { prompts, talkingPoints: pair.talkingPoints },
      otherConsents,
    };
  }

  /** The moments of a conversation that are not over, and who agrees to analysis. @throws AppError conversation_gone */
  async function readHardMoments(
    viewerId: string,
    conversationId: string,
  ): Promise<{ moments: FoundMoment[]; consents: { viewer: boolean; other: boolean } }> {
    const pair = await getConversationPair(viewerId, conversationId);
    const moments = readMoments(await chat.listLastMessages(viewerId, conversationId, MESSAGES_READ));
    if (moments.length === 0) return { moments, consents: { viewer: false, other: false } };
    const [viewer, other] = await Promise.all([viewerId, pair.otherId].map(consentsToAnalysis));
    return { moments, consents: { viewer: viewer === true, other: other === true } };
  }

  return { requireAccess, getConversationPair, readPair, readHardMoments };
}

/** The features of each message, oldest first. A writer's language is that of their messages so far. */
function withFeatures(messages: readonly LastMessage[]): ReadMessage[] {
  const windows = { mine: EMPTY_WINDOW, theirs: EMPTY_WINDOW };
  return messages.map((message) => {
    const writer = message.mine ? 'mine' : 'theirs';
    windows[writer] = addToWindow(windows[writer], message.content);
    return { ...message, features: textFeatures(message.content, { languages: windows[writer] }) };
  });
}

export type ConversationAccess = ReturnType<typeof createConversationAccess>;
