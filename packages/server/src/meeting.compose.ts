import type { FastifyInstance } from 'fastify';
import type { Deps } from './app.ts';
import { registerChatJobs } from './chat/chat.jobs.ts';
import type { ChatOthers } from './chat/chat.ports.ts';
import { registerChatRoutes } from './chat/chat.routes.ts';
import { type ChatService, createChatService } from './chat/chat.service.ts';
import { registerChatSocket } from './chat/chat.socket.ts';
import type { CloseHook } from './match/decide.service.ts';
import { registerMatchJobs } from './match/match.jobs.ts';
import type { MatchOthers } from './match/match.ports.ts';
import { registerMatchRoutes } from './match/match.routes.ts';
import { createMatchService, type MatchService } from './match/match.service.ts';
import { registerRevealRoutes } from './reveal/reveal.routes.ts';
import { createRevealService, type RevealService } from './reveal/reveal.service.ts';

/** The features by which two people come together. */
export interface Meeting {
  match: MatchService;
  chat: ChatService;
  reveal: RevealService;
}

type Others = MatchOthers &
  Omit<ChatOthers, 'match'> &
  Pick<Parameters<typeof createRevealService>[1], 'profile' | 'notifications'>;

/** Makes match, chat and reveal, which need one another: what belongs to a match closes with it. */
export function createMeeting(deps: Deps, others: Others): Meeting {
  const closed: CloseHook[] = [];
  const match = createMatchService(deps, others, { closed });
  const { talk, ...chat } = createChatService(deps, { ...others, match });
  const reveal = createRevealService(deps, { ...others, match, chat });
  closed.push(
    (tx, { matchId, userIds }) => chat.closeFor(tx, matchId, userIds),
    (tx, { matchId, userIds }) => reveal.endFor(tx, matchId, userIds),
  );
  registerMatchJobs(deps, { match, bgp: others.bgp });
  registerChatJobs(deps, { ...others, match, talk });
  registerChatSocket(deps, { chat, match, reveal, profile: others.profile });
  return { match, chat, reveal };
}

export function registerMeetingRoutes(app: FastifyInstance, meeting: Meeting): void {
  registerMatchRoutes(app, meeting);
  registerChatRoutes(app, meeting);
  registerRevealRoutes(app, meeting);
}
