import type { Place } from '@soulsight/contract/user';
import sharp from 'sharp';
import type { Features } from '../../app/features.ts';
import type { Core } from '../../core/core.ts';
import type { Delivery } from '../../core/realtime/bus.ts';
import { isDemoPerson, matchOfConversation, movePeople, waitingLikes, waitingTalks } from './demo.store.ts';
import type { Persona } from './demo-bot.rules.ts';
import { createDemoLife, type DemoActs, type DemoLifeOptions } from './demo-bot.ts';
import { settlePopulation } from './population.ts';
import { portraitSvg } from './portrait.rules.ts';
import { type ReadyAccounts, readyAccounts } from './ready-accounts.ts';

const TALK_READ = 40;
const PHOTOS_EACH = 2;
/** How many demo people come to live around a newcomer. */
const NEIGHBOURS = 120;

export interface Demo {
  /** The accounts that are ready to sign in with; null where the server stopped meanwhile. */
  ready(): Promise<ReadyAccounts | null>;
  /** Makes who is missing, which takes a minute the first time, and lets everyone live. */
  settle(): Promise<void>;
  stop(): void;
}

/** The demo population of an installation that has nobody yet. */
export function createDemo(
  deps: Core,
  features: Features,
  { size, ...options }: Pick<DemoLifeOptions, 'later' | 'random'> & { size?: number } = {},
): Demo {
  const { db, hub, log } = deps;
  const { match, chat, reveal } = features.meeting;
  const { photos } = features.people;
  const people = new Map<string, Persona>();
  const stopping = new AbortController();
  /** Where the newest newcomer lives: who is made from then on lives there, too. */
  let home: Place | null = null;

  const acts: DemoActs = {
    async accept(userId, matchId, decisionMs) {
      const [like] = (await waitingLikes(db, [userId])).filter((row) => row.matchId === matchId);
      if (!like) return;
      await match.introduce(userId, like.likedBy).catch(() => {});
      await match.accept(userId, matchId, decisionMs);
    },
    async markDelivered(userId, conversationId) {
      await chat.messages(userId, conversationId, { limit: 1 });
    },
    async markRead(userId, conversationId) {
      const { messages } = await chat.messages(userId, conversationId, { limit: 1 });
      const last = messages.at(-1);
      if (last && last.sender_id !== userId) await chat.markRead(userId, conversationId, last.id);
    },
    async typing(userId, conversationId, on) {
      const otherId = await chat.otherIn(userId, conversationId);
      if (!otherId) return;
      hub.send([otherId], on ? 'typing_start' : 'typing_stop', { conversation_id: conversationId, user_id: userId });
    },
    talk: (userId, conversationId) => chat.lastMessages(userId, conversationId, TALK_READ),
    async send(userId, conversationId, content) {
      await chat.send({ userId, conversationId, content });
    },
    async acceptReveal(userId, matchId) {
      const { request } = await reveal.state(userId, matchId);
      if (request?.status !== 'pending' || request.requester_id === userId) return;
      if (request.stage > 1) await preparePhotos(userId);
      await reveal.accept(userId, matchId);
    },
    async askReveal(userId, matchId) {
      const { next, request, may_ask_again_at } = await reveal.state(userId, matchId);
      if (!next?.ready || request?.status === 'pending' || may_ask_again_at) return;
      await reveal.request(userId, matchId);
    },
    preparePhotos,
  };
  const life = createDemoLife({ personaOf: (userId) => people.get(userId), acts, log, ...options });

  async function preparePhotos(userId: string): Promise<void> {
    const persona = people.get(userId);
    if (!persona) return;
    for (let n = (await photos.own(userId)).length; n < PHOTOS_EACH; n++) {
      const svg = Buffer.from(portraitSvg(persona.seed, persona.gender, n));
      await photos.add(userId, await sharp(svg).jpeg({ quality: 88 }).toBuffer());
    }
  }

  /** What reaches a demo person reaches them as it reaches everyone: by an event. */
  function heard({ to, envelope }: Delivery): void {
    const payload = envelope.payload as { match_id?: string; conversation_id?: string; sender_id?: string };
    for (const userId of to) {
      if (!people.has(userId)) continue;
      if (envelope.type === 'match_liked') void lookForLikes([userId]);
      if (envelope.type === 'match_mutual' && payload.match_id) life.mutual(userId, payload.match_id);
      if (envelope.type === 'reveal_request' && payload.match_id) life.revealAsked(userId, payload.match_id);
      if (envelope.type === 'message' && payload.conversation_id && payload.sender_id !== userId) {
        void lookAtTalk(userId, payload.conversation_id);
      }
    }
  }

  async function lookForLikes(ids: readonly string[]): Promise<void> {
    for (const like of await waitingLikes(db, ids).catch(() => [])) life.liked(like.demoId, like.matchId);
  }

  async function lookAtTalk(userId: string, conversationId: string): Promise<void> {
    const matchId = await matchOfConversation(db, conversationId).catch(() => null);
    if (matchId) life.written(userId, conversationId, matchId);
  }

  /** What an earlier process left unanswered. */
  async function catchUp(): Promise<void> {
    const ids = [...people.keys()];
    await lookForLikes(ids);
    for (const talk of await waitingTalks(db, ids)) life.written(talk.demoId, talk.conversationId, talk.matchId);
    for (const id of ids) {
      const requests = await reveal.requests(id);
      for (const request of requests.filter((r) => r.requester_id !== id)) life.revealAsked(id, request.match_id);
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
    ready: () => unlessStopped(() => readyAccounts(deps, features)),
    async settle() {
      hub.onDelivery(heard);
      features.people.profile.onPlaced(async (userId, place) => {
        // A demo person's own place is told while they are made, before they are among the people.
        if (await isDemoPerson(db, userId)) return;
        home = place;
        await movePeople(db, [...people.keys()], place, NEIGHBOURS);
      });
      await unlessStopped(async () => {
        await settlePopulation(deps, features, people, { size, signal: stopping.signal, home: () => home });
        await catchUp();
      });
    },
    stop() {
      stopping.abort();
      life.stop();
    },
  };
}
