import type { FastifyInstance } from 'fastify';
import type { Core } from '../core/core.ts';
import type { Tx } from '../core/db/types.ts';
import type { Llm } from '../core/llm/llm.ts';
import { registerBgpRoutes } from '../features/bgp/bgp.routes.ts';
import { APPLY_JOB, type BgpService, createBgpService } from '../features/bgp/bgp.service.ts';
import { BGP_LEARN_JOB, BGP_REINDEX_JOB } from '../features/bgp/learning.service.ts';
import { createDigestService, type DigestService } from '../features/notifications/digest.service.ts';
import { PUSH_JOB, type PushJob } from '../features/notifications/notifications.jobs.ts';
import { registerNotificationsRoutes } from '../features/notifications/notifications.routes.ts';
import {
  createNotificationsService,
  type NotificationsService,
} from '../features/notifications/notifications.service.ts';
import { createPushService, type PushService } from '../features/notifications/push.service.ts';
import { registerPhotoRoutes } from '../features/profile/photos/photos.routes.ts';
import { createPhotosService, type PhotosService } from '../features/profile/photos/photos.service.ts';
import {
  type ArchiveSource,
  createPrivacyService,
  type PrivacyService,
} from '../features/profile/privacy/privacy.service.ts';
import { registerProfileRoutes } from '../features/profile/profile.routes.ts';
import { createProfileService, type ProfileService } from '../features/profile/profile.service.ts';
import { findAccount } from '../features/profile/profile.store.ts';
import type { Gateway } from '../features/subscription/gateway.ts';
import { registerSubscriptionJobs } from '../features/subscription/subscription.jobs.ts';
import { registerSubscriptionRoutes } from '../features/subscription/subscription.routes.ts';
import { createSubscriptionService, type SubscriptionService } from '../features/subscription/subscription.service.ts';
import { registerTrustRoutes } from '../features/trust/trust.routes.ts';
import { createTrustService, type TrustService } from '../features/trust/trust.service.ts';

/** What the features of one person need of those between two. They are called only once everything is made. */
export interface PeoplePorts {
  /** The stage that a viewer has reached with someone they are paired with, or null. */
  stageBetween(viewerId: string, otherId: string): Promise<number | null>;
  /** The compatibility that stands for two who are paired, or null. */
  scoreOf(one: string, other: string): Promise<number | null>;
  /** The other person of the viewer's match. @throws not_found */
  otherOf(viewerId: string, matchId: string): Promise<string>;
  closeMatches(tx: Tx, userId: string): Promise<void>;
  /** Consent was withdrawn: what was read out of the person's messages goes. */
  forgetTalks(tx: Tx, userId: string): Promise<void>;
  endSessions(tx: Tx, userId: string): Promise<void>;
  llm: Llm | null;
  /** What the features between two hold of a person. */
  archives: Record<string, ArchiveSource>;
  gateway: Gateway;
}

export interface People {
  profile: ProfileService;
  photos: PhotosService;
  privacy: PrivacyService;
  subscription: SubscriptionService;
  notifications: NotificationsService;
  push: PushService;
  digest: DigestService;
  bgp: BgpService;
  trust: TrustService;
  /** For auth: an account was made, in its transaction. */
  userCreated(tx: Tx, user: { id: string; metadata: Record<string, unknown> }): Promise<void>;
  /** For auth: an email was verified, in its transaction. */
  emailVerified(tx: Tx, userId: string): Promise<void>;
  register(app: FastifyInstance): void;
}

/** Makes the features that concern one person: profile, behaviour, trust, subscription and notifications. */
export function createPeople(deps: Core, ports: PeoplePorts): People {
  const { db } = deps;
  const notifications = createNotificationsService(deps);
  const subscription = createSubscriptionService(deps, { notifications, gateway: ports.gateway });
  const trust = createTrustService(deps, { notifications });
  const photos = createPhotosService(deps, {
    stageBetween: ports.stageBetween,
    isModerator: async (userId) => (await findAccount(db, userId))?.isModerator ?? false,
    mainPhotoChanged: trust.mainPhotoChanged,
  });
  const profile: ProfileService = createProfileService(deps, {
    photos,
    auras: (userIds, handle) => bgp.auras(userIds, handle),
    trust: (userId) => trust.getScore(userId),
    plan: (userId) => subscription.getPlan(userId),
    async eraseAnalysis(tx, userId) {
      await bgp.erase(tx, userId);
      await ports.forgetTalks(tx, userId);
    },
  });
  const bgp: BgpService = createBgpService(deps, {
    getConsents: profile.getConsents,
    getProfileText: profile.getProfileText,
    listPrivateNames: profile.listPrivateNames,
    arePaired: async (one, other) => (await ports.stageBetween(one, other)) !== null,
    findScore: ports.scoreOf,
    getOtherUserId: ports.otherOf,
    llm: ports.llm,
  });
  const push = createPushService(deps, { notifications, getTimezone: profile.getTimezone });
  const digest = createDigestService(deps, { notifications });
  const privacy = createPrivacyService(deps, {
    profile,
    photos,
    closeMatches: ports.closeMatches,
    endSessions: ports.endSessions,
    endSubscription: subscription.endSubscription,
    archives: {
      ...ports.archives,
      profile: async (userId) => ({ ...(await profile.me(userId)), ...(await profile.getInternalData(userId)) }),
      behaviour: bgp.archive,
      trust: trust.profile,
      subscription: subscription.archive,
      notifications: notifications.archive,
    },
  });
  const people = { profile, photos, privacy, subscription, notifications, push, digest, bgp, trust };
  registerJobs(deps, people);
  return {
    ...people,
    async userCreated(tx, { id, metadata }) {
      await profile.ensure(id, metadata, tx);
      await bgp.ensure(tx, id);
    },
    async emailVerified(tx, userId) {
      await profile.refreshDiscoverable(tx, userId);
      await trust.applyEvent(tx, { userId, cause: 'email_verified' });
    },
    register(app) {
      registerProfileRoutes(app, { ...people, stageBetween: ports.stageBetween });
      registerPhotoRoutes(app, deps, photos);
      registerBgpRoutes(app, bgp);
      registerTrustRoutes(app, people);
      registerSubscriptionRoutes(app, subscription);
      registerNotificationsRoutes(app, people);
    },
  };
}

type Workers = Omit<People, 'userCreated' | 'emailVerified' | 'register'>;

/** Work that comes back: [name, cron in UTC, what to do]. */
function recurringWork({ bgp, digest, privacy, profile, trust }: Workers) {
  return [
    ['bgp.sweep', '* * * * *', bgp.sweep],
    ['bgp.fade', '10 3 * * *', bgp.fade],
    [BGP_LEARN_JOB, '40 3 * * *', bgp.learn],
    ['notifications.digest', '*/5 * * * *', digest.sendDue],
    ['privacy.erase', '20 3 * * *', privacy.eraseDue],
    ['profile.suspensions', '5 * * * *', profile.refreshAfterSuspensions],
    ['trust.months', '30 3 * * *', trust.grantAccountMonths],
  ] as const;
}

function registerJobs({ jobs, hub }: Core, people: Workers): void {
  jobs.on<{ userId: string }>(APPLY_JOB, ({ userId }) => people.bgp.apply(userId));
  jobs.on(BGP_REINDEX_JOB, async () => {
    await people.bgp.reindex();
  });
  jobs.on<PushJob>(PUSH_JOB, people.push.push);
  registerSubscriptionJobs(jobs, people.subscription);
  for (const [name, cron, work] of recurringWork(people)) {
    jobs.on(name, async () => {
      await work();
    });
    jobs.schedule(name, cron);
  }
  hub.onConnect(({ userId }) => people.profile.markActive(userId));
}
