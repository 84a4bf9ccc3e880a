import { interestScore } from '@soulsight/affinity/interest';
import { revealStage } from '@soulsight/contract/reveal-stages';
import type { Features } from '../../app/composition.ts';
import type { Core } from '../../core/core.ts';
import { countAnsweredLikes, listUnansweredLikes } from './demo.store.ts';
import { type BotProfile, likeBackChance } from './demo-bot.rules.ts';
import type { BotActions } from './demo-bot.ts';
import { portraitSvg } from './portrait.rules.ts';

const MESSAGES_READ = 40;
const PHOTOS_EACH = 2;
const PHOTO_QUALITY = 88;

/** What demo bots can do, through the same services as everyone else. */
export function createBotActions(
  { db, hub }: Pick<Core, 'db' | 'hub'>,
  {
    match,
    chat,
    reveal,
    photos,
    bgp,
    icebreaker,
  }: Pick<Features, 'match' | 'chat' | 'reveal' | 'photos' | 'bgp' | 'icebreaker'>,
  findBotProfile: (userId: string) => BotProfile | undefined,
  random: () => number = Math.random,
): BotActions {
  async function preparePhotos(userId: string): Promise<void> {
    const bot = findBotProfile(userId);
    if (!bot) return;
    for (let n = (await photos.listOwn(userId)).length; n < PHOTOS_EACH; n++) {
      const svg = Buffer.from(portraitSvg(bot.seed, bot.gender, n));
      // Large, and not needed once the demo users exist: load it late.
      const { default: sharp } = await import('sharp');
      await photos.add(userId, await sharp(svg).jpeg({ quality: PHOTO_QUALITY }).toBuffer());
    }
  }

  async function findLikeBackChance(userId: string, likedBy: string): Promise<number> {
    const models = await bgp.getUserModels(db, [userId, likedBy]);
    const [own, other, bot] = [models.get(userId), models.get(likedBy), findBotProfile(userId)];
    if (!own || !other || !bot) return 1;
    const chooser = { ...own, a: bot.readiness, va: 0, p: bot.preference };
    const { P: interest } = interestScore(chooser, other, await bgp.getWeights(db));
    return likeBackChance(interest, await countAnsweredLikes(db, likedBy));
  }

  return {
    preparePhotos,
    async decide(userId, matchId, decisionMs) {
      const [like] = (await listUnansweredLikes(db, [userId])).filter((row) => row.matchId === matchId);
      if (!like) return;
      await match.introduce(userId, like.likedBy).catch(() => {});
      if (random() < (await findLikeBackChance(userId, like.likedBy))) await match.accept(userId, matchId, decisionMs);
      else await match.reject(userId, matchId, { decisionMs });
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
    listLastMessages: (userId, conversationId) => chat.listLastMessages(userId, conversationId, MESSAGES_READ),
    async send(userId, conversationId, content) {
      await chat.send({ userId, conversationId, content });
    },
    async acceptReveal(userId, matchId) {
      const { request } = await reveal.getState(userId, matchId);
      if (request?.status !== 'pending' || request.requester_id === userId) return;
      if (revealStage(request.stage).photo !== null) await preparePhotos(userId);
      await reveal.accept(userId, matchId, request.stage);
    },
    async answerIcebreaker(userId, matchId, choice) {
      const { question, mine, they_answered: theyAnswered } = await icebreaker.getState(userId, matchId);
      if (!question || mine !== null || !theyAnswered) return;
      await icebreaker.answer(userId, matchId, { question: question.id, choice });
    },
    async requestReveal(userId, matchId) {
      const { next, request, may_ask_again_at } = await reveal.getState(userId, matchId);
      if (!next?.ready || request?.status === 'pending' || may_ask_again_at) return;
      await reveal.request(userId, matchId, next.stage);
    },
  };
}
