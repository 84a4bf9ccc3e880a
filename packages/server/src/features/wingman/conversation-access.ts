import { addToWindow, EMPTY_WINDOW } from '@soulsight/affinity/language-detection';
import { textFeatures } from '@soulsight/affinity/text';
import { AppError } from '@soulsight/contract/errors';
import { PROMPTS } from '@soulsight/contract/user';
import type { Core } from '../../core/core.ts';
import type { Pair } from '../match/pair-facts.service.ts';
import type { ConversationView } from './suggestion.rules.ts';
import type { WingmanDeps } from './wingman.deps.ts';

const MESSAGES_READ = 12;

type Deps = Pick<WingmanDeps, 'pairs' | 'chat' | 'profile' | 'subscription'>;

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

  /** The other user's messages have no text features unless they consent to analysis. */
  async function loadConversation(viewerId: string, pair: Pair): Promise<ConversationView> {
    const other = await profile.getPublicProfile(viewerId, pair.otherId, pair.stage);
    const messages = pair.conversationId
      ? await chat.listLastMessages(viewerId, pair.conversationId, MESSAGES_READ)
      : [];
    const otherConsents = await consentsToAnalysis(pair.otherId);
    return {
      messages: withFeatures(messages, otherConsents),
      talkingPoints: pair.talkingPoints,
      prompts: (other.prompts ?? []).map(({ key, answer }) => ({ question: PROMPTS[key], answer })),
    };
  }

  return { requireAccess, getConversationPair, loadConversation };
}

/** The features of each message, oldest first. A writer's language is that of their messages so far. */
function withFeatures(
  messages: readonly { mine: boolean; content: string }[],
  otherConsents: boolean,
): ConversationView['messages'] {
  const windows = { mine: EMPTY_WINDOW, theirs: EMPTY_WINDOW };
  return messages.map((message) => {
    const writer = message.mine ? 'mine' : 'theirs';
    const text = message.mine || otherConsents ? message.content : '';
    windows[writer] = addToWindow(windows[writer], text);
    return { ...message, features: textFeatures(text, { languages: windows[writer] }) };
  });
}

export type ConversationAccess = ReturnType<typeof createConversationAccess>;
