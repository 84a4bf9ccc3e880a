import type { Core } from '../core/core.ts';
import { afterCommit } from '../core/db/commit-hooks.ts';
import type { Tx } from '../core/db/types.ts';
import { createLlm } from '../core/llm/llm.ts';
import { limitSite } from '../core/llm/site-limit.ts';
import { withSubsystem } from '../core/ops/logger.ts';
import { createAuthService } from '../features/auth/auth.compose.ts';
import type { AuthService } from '../features/auth/auth.service.ts';
import { type BgpService, createBgpService } from '../features/bgp/bgp.service.ts';
import { type ChatService, createChatService } from '../features/chat/chat.service.ts';
import { createFeedbackService, type FeedbackService } from '../features/feedback/feedback.service.ts';
import { createIcebreakerService, type IcebreakerService } from '../features/icebreaker/icebreaker.service.ts';
import { createMatchService, type MatchService } from '../features/match/match.service.ts';
import { createPairFacts, type PairFacts } from '../features/match/pair-facts.service.ts';
import { createDigestService, type DigestService } from '../features/notifications/digest.service.ts';
import {
  createNotificationsService,
  type NotificationsService,
} from '../features/notifications/notifications.service.ts';
import { createPushService, type PushService } from '../features/notifications/push.service.ts';
import { createPhotosService, type PhotosService } from '../features/profile/photos/photos.service.ts';
import { makePictures } from '../features/profile/photos/pictures.ts';
import {
  createPrivacyService,
  type PrivacyDeps,
  type PrivacyService,
} from '../features/profile/privacy/privacy.service.ts';
import { createProfileService, type ProfileService } from '../features/profile/profile.service.ts';
import { createProfileFacts } from '../features/profile/profile-facts.service.ts';
import { createProfileTextVault } from '../features/profile/profile-text.ts';
import { createRevealService, type RevealService } from '../features/reveal/reveal.service.ts';
import { createSafetyService, type SafetyService } from '../features/safety/safety.service.ts';
import { createGateway } from '../features/subscription/gateway/create-gateway.ts';
import { createSubscriptionService, type SubscriptionService } from '../features/subscription/subscription.service.ts';
import { createTrustService, type TrustService } from '../features/trust/trust.service.ts';
import { describeMissingReview, type HelpLines, loadHelpLines } from '../features/wingman/care/help-lines.ts';
import { createWingmanService, type WingmanService } from '../features/wingman/wingman.service.ts';
import { eraseLeftovers } from './claimed-account.ts';
import { createReadingLimit } from './reading-limit.ts';

/** Every feature's services. */
export interface Features {
  auth: AuthService;
  pairs: PairFacts;
  notifications: NotificationsService;
  push: PushService;
  digest: DigestService;
  subscription: SubscriptionService;
  trust: TrustService;
  photos: PhotosService;
  profile: ProfileService;
  bgp: BgpService;
  match: MatchService;
  chat: ChatService;
  reveal: RevealService;
  feedback: FeedbackService;
  icebreaker: IcebreakerService;
  wingman: WingmanService;
  safety: SafetyService;
  privacy: PrivacyService;
}

/** Auth needs less than the other features: the hub, which is part of the core, authenticates with it. */
export function createAuth(
  core: Pick<Core, 'config' | 'db' | 'clock' | 'vault' | 'mailer' | 'log' | 'redis'>,
): Promise<AuthService> {
  const { config } = core;
  const { secrets } = config;
  return createAuthService({
    ...withSubsystem(core, 'auth'),
    config: config.auth,
    singleProcess: config.database.kind === 'embedded',
    hasDevMailbox: config.mail.kind === 'mailbox',
    mailboxIsReadable: config.mail.kind === 'mailbox' && config.mail.isReadable,
    jwtKeys: secrets.jwtKeys,
    providers: config.oauth.map((provider) => ({ ...provider, clientSecret: secrets.oauth[provider.name] ?? '' })),
    captcha: config.captcha && { ...config.captcha, secret: secrets.captcha ?? '' },
    sms: config.sms && { ...config.sms, token: secrets.smsToken },
  });
}

/**
 * Creates the features in the order of their dependencies: each receives the core and the services created before it.
 * `subscribe` then connects the events by which an earlier feature triggers a later one.
 */
export async function createFeatures(core: Core, auth: AuthService): Promise<Features> {
  const model = createLlm(core.config);
  const llm = model && limitSite(core, model);
  const profileText = createProfileTextVault(core);

  const pairs = createPairFacts(core);
  const profileFacts = createProfileFacts(core, profileText);
  const notifications = createNotificationsService(core);
  const push = createPushService(withSubsystem(core, 'notifications'), { notifications, profileFacts });
  const digest = createDigestService(withSubsystem(core, 'notifications'), { notifications });
  const gateway = await createGateway(core.config);
  const subscription = createSubscriptionService(withSubsystem(core, 'subscription'), { notifications, gateway });
  const trust = createTrustService(withSubsystem(core, 'trust'), {
    accounts: auth.accountData,
    profileFacts,
    notifications,
    makePictures,
  });
  const photos = createPhotosService(core, { pairs, trust });
  const bgp = createBgpService(withSubsystem(core, 'bgp'), {
    ...{ profileFacts, pairs, llm },
    ...createReadingLimit(auth.limits),
  });
  const profile = createProfileService(withSubsystem(core, 'profile'), {
    accounts: auth.accountData,
    profileFacts,
    pairs,
    profileText,
    photos,
    bgp,
    trust,
    subscription,
  });
  const match = createMatchService(core, { profile, subscription, notifications, bgp, trust });
  const chat = createChatService(withSubsystem(core, 'chat'), { pairs, match, profile, notifications, bgp, trust });
  const reveal = createRevealService(core, { pairs, chat, profile, notifications, bgp, trust });
  const feedback = createFeedbackService(core, { pairs, chat, profileFacts });
  const icebreaker = createIcebreakerService(core, { pairs });
  const wingman = createWingmanService(withSubsystem(core, 'wingman'), {
    pairs,
    match,
    chat,
    profile,
    subscription,
    notifications,
    llm,
    llmLimits: core.config.llmLimits,
    helpLines: loadCheckedHelpLines(core),
  });
  const lockAccount = createAccountLock(core, auth, profile);
  const safety = createSafetyService(withSubsystem(core, 'safety'), {
    ...{ pairs, match, chat, profile, photos, trust, notifications, lockAccount },
    digest: auth.digestAddress,
  });
  const privacy = createPrivacyService(withSubsystem(core, 'profile'), {
    accounts: auth.accountData,
    profile,
    trust,
    photos,
    match,
    chat,
    safety,
    sessions: auth.sessions,
    ownerChecks: auth.ownerChecks,
    subscription,
    archives: listArchives({
      ...{ auth, notifications, subscription, trust, profile, bgp },
      ...{ match, chat, reveal, feedback, icebreaker, wingman, safety },
    }),
  });

  const features: Features = {
    ...{ auth, pairs, notifications, push, digest, subscription, trust, photos, profile, bgp },
    ...{ match, chat, reveal, feedback, icebreaker, wingman, safety, privacy },
  };
  subscribe(core, features);
  return features;
}

/** What each feature adds to the export of an account, by the name of its file. */
function listArchives(
  features: Omit<Features, 'pairs' | 'push' | 'digest' | 'photos' | 'privacy'>,
): PrivacyDeps['archives'] {
  const { auth, profile, match } = features;
  return {
    account: auth.accountData.archive,
    profile: async (userId) => ({ ...(await profile.me(userId)), ...(await profile.getInternalData(userId)) }),
    behaviour: features.bgp.archive,
    trust: features.trust.getProfile,
    subscription: features.subscription.archive,
    notifications: features.notifications.archive,
    matches: match.archive,
    introductions: match.archiveUsage,
    conversations: features.chat.archive,
    reveals: features.reveal.archive,
    feedback: features.feedback.archive,
    icebreakers: features.icebreaker.archive,
    safety: features.safety.archive,
    wingman: features.wingman.archive,
  };
}

const SIGNED_OUT_DEVICES = {
  kind: 'account',
  title: 'Other devices were signed out',
  body: 'This follows a change of how you sign in. If it was not you, change your password now.',
  href: '/settings',
  groupKey: 'account:sessions',
} as const;

/** Connects the events of earlier features with the later features that act on them. */
function subscribe({ hub }: Pick<Core, 'hub'>, features: Features): void {
  const { auth, notifications, subscription, profile, photos, bgp, trust } = features;
  const { match, chat, reveal, wingman, feedback, safety, privacy } = features;
  auth.subscribe({
    async userCreated(tx, { id, metadata }) {
      await profile.ensure(id, metadata, tx);
      await bgp.ensure(tx, id);
    },
    async userClaimed(tx, { id, metadata }) {
      await photos.deleteWithin(tx, id);
      await profile.reset(tx, id, metadata);
      await bgp.erase(tx, id);
      await subscription.forgetPayer(tx, id);
      await eraseLeftovers(tx, id);
    },
    async emailVerified(tx, userId) {
      await profile.refreshDiscoverable(tx, userId);
      await trust.applyEvent(tx, { userId, cause: 'email_verified' });
      await safety.refreshMarks(tx, userId);
    },
    async sessionsRevoked(tx, userId, count) {
      await notifications.removeUnboundPush(tx, userId);
      if (count === 0) return;
      await tx.transaction((savepoint) => notifications.notify(savepoint, { userId, ...SIGNED_OUT_DEVICES }));
    },
    userErasing: privacy.erase,
    sessionsEnded(userId, sessionIds, byUser) {
      for (const sessionId of sessionIds) void hub.revoke(userId, { sessionId, byUser });
    },
  });
  chat.onCounted(wingman.noticeInsight);
  profile.onConsentWithdrawn(bgp.erase);
  profile.onConsentWithdrawn(chat.eraseAnalysis);
  profile.onConsentWithdrawn(feedback.erase);
  profile.onConsentWithdrawn(wingman.eraseQuotesOfUser);
  profile.onModelConsentWithdrawn(wingman.eraseQuotesOfUser);
  profile.onModelConsentWithdrawn(bgp.eraseReading);
  chat.onDeleted(wingman.eraseQuotesOfConversation);
  match.onClosed((tx, { matchId, userIds }) => chat.closeForMatch(tx, matchId, userIds));
  match.onClosed((tx, { matchId, userIds }) => reveal.endForMatch(tx, matchId, userIds));
  photos.onAdded(safety.markPhoto);
  trust.onSelfieDecided((tx, { moderatorId, userId, refusal }) =>
    safety.recordSelfie(tx, { moderatorId, subjectId: userId, refusal }),
  );
  hub.onConnect(({ userId }) => profile.markActive(userId));
  // The email or phone may have changed since the last time.
  hub.onConnect(({ userId }) => safety.refreshMarksIfChanged(userId));
  // The other states are requested after a reconnect; the behavioural profile may have changed meanwhile, too.
  hub.onConnect((_caller, send) => send('bgp_sync', { needs_refetch: true }));
}

/** Locks an account until a time; null unlocks it. */
function createAccountLock({ hub }: Pick<Core, 'hub'>, auth: AuthService, profile: ProfileService) {
  return async (tx: Tx, userId: string, until: Date | null): Promise<void> => {
    await auth.accounts.setLock(tx, userId, until);
    await profile.refreshDiscoverable(tx, userId);
    // Open sockets must authenticate again to see the lock.
    afterCommit(tx, () => void hub.revoke(userId));
  };
}

/** The help lines; the log warns while nobody has checked them. */
function loadCheckedHelpLines({ config, clock, log }: Pick<Core, 'config' | 'clock' | 'log'>): HelpLines {
  const lines = loadHelpLines(config.helpLinesFile);
  const missing = describeMissingReview(lines, clock.now());
  if (missing) log.warn({ file: config.helpLinesFile ?? 'our own' }, missing);
  return lines;
}
