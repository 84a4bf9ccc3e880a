import type { Place } from '@soulsight/contract/user';
import sharp from 'sharp';
import type { Features } from '../../app/composition.ts';
import type { Core } from '../../core/core.ts';
import type { Delivery } from '../../core/realtime/bus.ts';
import {
  findMatchId,
  isDemoUser,
  listUnansweredConversations,
  listUnansweredLikes,
  moveDemoUsers,
} from './demo.store.ts';
import type { BotProfile } from './demo-bot.rules.ts';
import { type BotActions, createDemoBots, type DemoBotsOptions } from './demo-bot.ts';
import { seedPopulation } from './population.ts';
import { portraitSvg } from './portrait.rules.ts';
import { ensureReadyAccounts, type ReadyAccounts } from './ready-accounts.ts';

const TALK_READ = 40;
const PHOTOS_EACH = 2;
/** How many demo people come to live around a newcomer. */
const NEIGHBOURS = 120;

export interface Demo {
  /** The accounts that are ready to sign in with; null where the server stopped meanwhile. */
  ready(): Promise<ReadyAccounts | null>;
  /** Makes who is missing, which takes a minute the first time, and lets everyone live. */
  start(): Promise<void>;
  stop(): void;
}

/** The demo population of an installation that has nobody yet. */
export function createDemo(
  deps: Core,
  features: Features,
  { size, ...options }: Pick<DemoBotsOptions, 'later' | 'random'> & { size?: number } = {},
): Demo {
  const { db, hub, log } = deps;
  const { match, chat, reveal } = features;
  const { photos } = features;
  const botProfiles = new Map<string, BotProfile>();
  const stopping = new AbortController();
  /** Where the newest newcomer lives: who is made from then on lives there, too. */
  let home: Place | null = null;

  const actions: BotActions = {
    async accept(userId, matchId, decisionMs) {
      const [like] = (await listUnansweredLikes(db, [userId])).filter((row) => row.matchId === matchId);
      if (!like) return;
      await match.introduce(userId, like.likedBy).catch(() => {});
      await match.accept(userId, matchId, decisionMs);
    },
    async markDelivered(userId, conversationId) {
      await chat.listMessages(userId, conversationId, { limit: 1 });
    },
    async markRead(userId, conversationId) {
      const { messages } = await chat.listMessages(userId, conversationId, { limit: 1 });
      const last = messages.at(-1);
      if (last && last.sender_id !== userId) await chat.markRead(userId, conversationId, last.id);
    },
    async typing(userId, conversationId, on) {
      const otherId = await chat.findOtherMember(userId, conversationId);
      if (!otherId) return;
      hub.send([otherId], on ? 'typing_start' : 'typing_stop', { conversation_id: conversationId, user_id: userId });
    },
    lastMessages: (userId, conversationId) => chat.listLastMessages(userId, conversationId, TALK_READ),
    async send(userId, conversationId, content) {
      await chat.send({ userId, conversationId, content });
    },
    async acceptReveal(userId, matchId) {
      const { request } = await reveal.getState(userId, matchId);
      if (request?.status !== 'pending' || request.requester_id === userId) return;
      if (request.stage > 1) await preparePhotos(userId);
      await reveal.accept(userId, matchId);
    },
    async requestReveal(userId, matchId) {
      const { next, request, may_ask_again_at } = await reveal.getState(userId, matchId);
      if (!next?.ready || request?.status === 'pending' || may_ask_again_at) return;
      await reveal.request(userId, matchId);
    },
    preparePhotos,
  };
  const bots = createDemoBots({ findBotProfile: (userId) => botProfiles.get(userId), actions, log, ...options });

  async function preparePhotos(userId: string): Promise<void> {
    const profile = botProfiles.get(userId);
    if (!profile) return;
    for (let n = (await photos.listOwn(userId)).length; n < PHOTOS_EACH; n++) {
      const svg = Buffer.from(portraitSvg(profile.seed, profile.gender, n));
      await photos.add(userId, await sharp(svg).jpeg({ quality: 88 }).toBuffer());
    }
  }

  /** What reaches a demo person reaches them as it reaches everyone: by an event. */
  function onDelivery({ to, envelope }: Delivery): void {
    const payload = envelope.payload as { match_id?: string; conversation_id?: string; sender_id?: string };
    for (const userId of to) {
      if (!botProfiles.has(userId)) continue;
      if (envelope.type === 'match_liked') void answerLikes([userId]);
      if (envelope.type === 'match_mutual' && payload.match_id) bots.onMutual(userId, payload.match_id);
      if (envelope.type === 'reveal_request' && payload.match_id) bots.onRevealRequest(userId, payload.match_id);
      if (envelope.type === 'message' && payload.conversation_id && payload.sender_id !== userId) {
        void answerMessage(userId, payload.conversation_id);
      }
    }
  }

  async function answerLikes(ids: readonly string[]): Promise<void> {
    for (const like of await listUnansweredLikes(db, ids).catch(() => [])) bots.onLiked(like.demoId, like.matchId);
  }

  async function answerMessage(userId: string, conversationId: string): Promise<void> {
    const matchId = await findMatchId(db, conversationId).catch(() => null);
    if (matchId) bots.onMessage(userId, conversationId, matchId);
  }

  /** What an earlier process left unanswered. */
  async function catchUp(): Promise<void> {
    const ids = [...botProfiles.keys()];
    await answerLikes(ids);
    for (const talk of await listUnansweredConversations(db, ids))
      bots.onMessage(talk.demoId, talk.conversationId, talk.matchId);
    for (const id of ids) {
      const requests = await reveal.listRequests(id);
      for (const request of requests.filter((r) => r.requester_id !== id)) bots.onRevealRequest(id, request.match_id);
    }
  }

  /** The database closes under whoever is being made while the server stops. */
  async function unlessStopped<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      if (stopping.signal.aborted) return null;
      throw error;
    }
  }

  return {
    ready: () => unlessStopped(() => ensureReadyAccounts(deps, features)),
    async start() {
      hub.onDelivery(onDelivery);
      features.profile.onPlaceChanged(async (userId, place) => {
        // A demo person's own place is told while they are made, before they are among the people.
        if (await isDemoUser(db, userId)) return;
        home = place;
        await moveDemoUsers(db, [...botProfiles.keys()], place, NEIGHBOURS);
      });
      await unlessStopped(async () => {
        await seedPopulation(deps, features, botProfiles, { size, signal: stopping.signal, home: () => home });
        await catchUp();
      });
    },
    stop() {
      stopping.abort();
      bots.stop();
    },
  };
}
