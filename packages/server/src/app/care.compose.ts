import type { FastifyInstance } from 'fastify';
import type { Core } from '../core/core.ts';
import { afterCommit } from '../core/db/commit-hooks.ts';
import { createLlm } from '../core/llm/llm.ts';
import type { AuthService } from '../features/auth/auth.service.ts';
import { registerSafetyRoutes } from '../features/safety/safety.routes.ts';
import { createSafetyService, type SafetyService } from '../features/safety/safety.service.ts';
import { registerWingmanRoutes } from '../features/wingman/wingman.routes.ts';
import { createWingmanService, type WingmanMatch, type WingmanService } from '../features/wingman/wingman.service.ts';
import type { Meeting } from './meeting.compose.ts';
import type { People } from './people.compose.ts';

/** The features that look after people while they meet: advice and safety. */
export interface Care {
  wingman: WingmanService;
  safety: SafetyService;
}

export function createCare(deps: Core, people: People, meeting: Meeting, auth: AuthService): Care {
  return { wingman: makeWingman(deps, people, meeting), safety: makeSafety(deps, people, meeting, auth) };
}

export function registerCareRoutes(app: FastifyInstance, { wingman, safety }: Care): void {
  registerWingmanRoutes(app, wingman);
  registerSafetyRoutes(app, safety);
}

function makeWingman(deps: Core, people: People, { match, chat }: Meeting): WingmanService {
  const { db } = deps;
  async function matchOf(viewerId: string, matchId: string): Promise<WingmanMatch> {
    const { otherId, conversationId, stage, talkingPoints } = await match.getPair(db, viewerId, matchId);
    return { matchId, otherId, conversationId, stage, talkingPoints };
  }
  return createWingmanService(
    { ...deps, llm: createLlm(deps.config) },
    {
      requirePremium: (userId) => people.subscription.requirePremium(userId, 'wingman_premium'),
      getMatch: matchOf,
      getConversationMatch: async (viewerId, conversationId) =>
        matchOf(viewerId, (await chat.get(viewerId, conversationId)).match_id),
      async listConversations(viewerId) {
        const states = Object.values(await match.listStates(viewerId));
        return states.flatMap(({ conversation_id: conversationId }) => (conversationId ? [{ conversationId }] : []));
      },
      lastMessages: chat.listLastMessages,
      insights: chat.getInsights,
      person: people.profile.getPublicProfile,
      consentsToAnalysis: async (userId) => (await people.profile.getConsents(userId)).behavioural_analysis,
      async allowsLlm(userIds) {
        const consents = await Promise.all(userIds.map((id) => people.profile.getConsents(id)));
        return consents.every((consent) => consent.ai_processing);
      },
      listPrivateNames: people.profile.listPrivateNames,
    },
  );
}

function makeSafety(deps: Core, people: People, { match, chat }: Meeting, auth: AuthService): SafetyService {
  const { profile, trust, notifications } = people;
  return createSafetyService(deps, {
    findPair: match.findPairBetween,
    closeMatch: async (tx, matchId) => {
      await match.close(tx, matchId, 'blocked');
    },
    getDisplayName: profile.getDisplayName,
    evidence: chat.listEvidence,
    getFirstNames: profile.getFirstNames,
    moveTrust: async (tx, move) => {
      await trust.applyEvent(tx, move);
    },
    revertTrust: trust.revertEvent,
    notify: notifications.notify,
    async lock(tx, userId, until) {
      await auth.accounts.setLock(tx, userId, until);
      await profile.refreshDiscoverable(tx, userId);
      // Open sockets must authenticate again to see the lock.
      afterCommit(tx, () => void deps.hub.revoke(userId));
    },
  });
}
