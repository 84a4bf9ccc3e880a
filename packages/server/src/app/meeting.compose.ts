import type { FastifyInstance } from 'fastify';
import type { Core } from '../core/core.ts';
import type { ChatDeps } from '../features/chat/chat.deps.ts';
import { registerChatJobs } from '../features/chat/chat.jobs.ts';
import { registerChatRoutes } from '../features/chat/chat.routes.ts';
import { type ChatService, createChatService } from '../features/chat/chat.service.ts';
import { registerChatSocket } from '../features/chat/chat.socket.ts';
import type { MatchClosedHook } from '../features/match/decision.service.ts';
import type { MatchDeps } from '../features/match/match.deps.ts';
import { registerMatchJobs } from '../features/match/match.jobs.ts';
import { registerMatchRoutes } from '../features/match/match.routes.ts';
import { createMatchService, type MatchService } from '../features/match/match.service.ts';
import { registerRevealRoutes } from '../features/reveal/reveal.routes.ts';
import { createRevealService, type RevealService } from '../features/reveal/reveal.service.ts';

/** The features by which two people come together. */
export interface Meeting {
  match: MatchService;
  chat: ChatService;
  reveal: RevealService;
}

type Others = MatchDeps &
  Omit<ChatDeps, 'match'> &
  Pick<Parameters<typeof createRevealService>[1], 'profile' | 'notifications'>;

/** Makes match, chat and reveal, which need one another: what belongs to a match closes with it. */
export function createMeeting(deps: Core, others: Others): Meeting {
  const closed: MatchClosedHook[] = [];
  const match = createMatchService(deps, others, { closed });
  const { conversationInsights, ...chat } = createChatService(deps, { ...others, match });
  const reveal = createRevealService(deps, { ...others, match, chat });
  closed.push(
    (tx, { matchId, userIds }) => chat.closeForMatch(tx, matchId, userIds),
    (tx, { matchId, userIds }) => reveal.endForMatch(tx, matchId, userIds),
  );
  registerMatchJobs(deps, { match, bgp: others.bgp });
  registerChatJobs(deps, { ...others, match, talk: conversationInsights });
  registerChatSocket(deps, { chat, match, reveal, profile: others.profile });
  return { match, chat, reveal };
}

export function registerMeetingRoutes(app: FastifyInstance, meeting: Meeting): void {
  registerMatchRoutes(app, meeting);
  registerChatRoutes(app, meeting);
  registerRevealRoutes(app, meeting);
}
