import { AUTH_BASE_PATH } from '@soulsight/contract/auth';
import type { FastifyInstance } from 'fastify';
import type { Core } from '../core/core.ts';
import type { Authenticate, Recheck } from '../core/http/caller.ts';
import { createLlm } from '../core/llm/llm.ts';
import { createAuthenticate, createAuthService, createRecheck } from '../features/auth/auth.compose.ts';
import { registerAuthJobs } from '../features/auth/auth.jobs.ts';
import { registerAuthRoutes } from '../features/auth/auth.routes.ts';
import type { AuthService } from '../features/auth/auth.service.ts';
import { gotrueRoutes } from '../features/auth/http/gotrue.routes.ts';
import { createGateway } from '../features/subscription/create-gateway.ts';
import type { Gateway } from '../features/subscription/gateway.ts';
import { type Care, createCare, registerCareRoutes } from './care.compose.ts';
import { createMeeting, type Meeting, registerMeetingRoutes } from './meeting.compose.ts';
import { createPeople, type People } from './people.compose.ts';

/** Every feature's service, and what the core needs of them. */
export interface Features {
  auth: AuthService;
  people: People;
  meeting: Meeting;
  care: Care;
  authenticate: Authenticate;
  recheck: Recheck;
}

/** Makes the features' services: each takes the core and the services it works with. Job and socket handlers register here. */
export async function createFeatures(deps: Core): Promise<Features> {
  const auth = await createAuth(deps);
  auth.deps.hooks.sessionsEnded.push((userId, sessionIds) => {
    for (const id of sessionIds) void deps.hub.revoke(userId, id);
  });
  const gateway = await createGateway(deps.config);
  const people = makePeople(deps, auth, gateway, () => meeting);
  const meeting: Meeting = createMeeting(deps, people);
  auth.deps.hooks.userCreated.push(people.userCreated);
  auth.deps.hooks.emailVerified.push(people.emailVerified);
  auth.deps.hooks.userErasing.push(people.privacy.erase);
  registerAuthJobs(deps.jobs, auth);
  const care = createCare(deps, people, meeting, auth);
  return { auth, people, meeting, care, authenticate: createAuthenticate(auth), recheck: createRecheck(auth) };
}

/** One person's features ask those between two only at work, when both stand. */
function makePeople(deps: Core, auth: AuthService, gateway: Gateway, meeting: () => Meeting): People {
  return createPeople(deps, {
    gateway,
    stageBetween: (viewerId, otherId) => meeting().match.stageBetween(viewerId, otherId),
    scoreOf: (one, other) => meeting().match.scoreBetween(one, other),
    otherOf: async (viewerId, matchId) => (await meeting().match.getPair(deps.db, viewerId, matchId)).otherId,
    closeMatches: (tx, userId) => meeting().match.closeAll(tx, userId, 'deleted'),
    forgetTalks: (tx, userId) => meeting().chat.eraseAnalysis(tx, userId),
    endSessions: (tx, userId) => auth.sessions.end(tx, { userId }),
    llm: createLlm(deps.config),
    archives: {
      matches: (userId) => meeting().match.archive(userId),
      conversations: (userId) => meeting().chat.archive(userId),
    },
  });
}

/** Every feature's routes. */
export async function registerFeatures(app: FastifyInstance, _deps: Core, features: Features): Promise<void> {
  await app.register(gotrueRoutes(features.auth), { prefix: AUTH_BASE_PATH });
  registerAuthRoutes(app, features.auth, features.people.profile);
  features.people.register(app);
  registerMeetingRoutes(app, features.meeting);
  registerCareRoutes(app, features.care);
}

function createAuth({ config, db, clock, vault, mailer, log, redis }: Core): Promise<AuthService> {
  const { secrets } = config;
  return createAuthService({
    config: config.auth,
    db,
    singleProcess: config.database.kind === 'embedded',
    clock,
    vault,
    mailer,
    hasDevMailbox: config.mail.kind === 'mailbox',
    log,
    redis,
    jwtKeys: secrets.jwtKeys,
    providers: config.oauth.map((p) => ({ ...p, clientSecret: secrets.oauth[p.name] ?? '' })),
    captcha: config.captcha && { ...config.captcha, secret: secrets.captcha ?? '' },
    sms: config.sms && { ...config.sms, token: secrets.smsToken },
  });
}
