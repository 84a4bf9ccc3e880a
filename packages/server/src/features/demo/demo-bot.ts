import { textFeatures } from '@soulsight/affinity/text';
import type { Log } from '../../core/ops/logger.ts';
import type { BotProfile } from './demo-bot.rules.ts';
import { type ChatLine, calculatePace, composeReply } from './reply.rules.ts';

/** What bots can do. */
export interface BotActions {
  /** Likes back or passes, as somebody with the bot's own preferences would. */
  decide(userId: string, matchId: string, decisionMs: number): Promise<void>;
  markDelivered(userId: string, conversationId: string): Promise<void>;
  markRead(userId: string, conversationId: string): Promise<void>;
  typing(userId: string, conversationId: string, on: boolean): Promise<void>;
  /** The last messages, oldest first. */
  listLastMessages(userId: string, conversationId: string): Promise<ChatLine[]>;
  send(userId: string, conversationId: string, content: string): Promise<void>;
  /** Accepts the other user's open request for the next stage, if there is one. */
  acceptReveal(userId: string, matchId: string): Promise<void>;
  /** Requests the next stage if the pair's trust allows it and there is no open request. */
  requestReveal(userId: string, matchId: string): Promise<void>;
  /** Answers the pair's question if the other has and the bot has not. */
  answerIcebreaker(userId: string, matchId: string, choice: 0 | 1): Promise<void>;
  /** Creates photos before a stage needs them. */
  preparePhotos(userId: string): Promise<void>;
}

export interface DemoBots {
  onLiked(userId: string, matchId: string): void;
  onMutual(userId: string, matchId: string): void;
  onMessage(userId: string, conversationId: string, matchId: string): void;
  onRevealRequest(userId: string, matchId: string): void;
  onIcebreaker(userId: string, matchId: string): void;
  /** Cancels everything that is planned. */
  stop(): void;
}

export interface DemoBotsOptions {
  findBotProfile(userId: string): BotProfile | undefined;
  actions: BotActions;
  log: Pick<Log, 'warn'>;
  random?: () => number;
  /** Runs work after a delay and returns a function that cancels it; `setTimeout` outside tests. */
  later?: (ms: number, work: () => void) => () => void;
}

type Range = { min: number; span: number };
const DECISION_MS: Range = { min: 3_000, span: 5_000 };
const ANSWER_MS: Range = { min: 2_500, span: 4_500 };
/** How often a bot requests the next stage after a message. */
const REVEAL_REQUEST_SHARE = 0.35;

/** Bots like back or pass, read, type, answer and open stages, each after a human pause. */
export function createDemoBots({
  findBotProfile,
  actions,
  log,
  random = Math.random,
  later = setTimer,
}: DemoBotsOptions): DemoBots {
  const { plan, isPlanned, stop } = createPlanner(later, log);
  const delay = ({ min, span }: Range) => Math.round(min + span * random());

  function onMessage(userId: string, conversationId: string, matchId: string): void {
    const bot = findBotProfile(userId);
    if (!bot) return;
    const key = `answer ${conversationId}`;
    plan(key, calculatePace(bot, '', random).readMs, async () => {
      await actions.markDelivered(userId, conversationId);
      await actions.markRead(userId, conversationId);
      const messages = await actions.listLastMessages(userId, conversationId);
      const last = messages.at(-1);
      if (!last || last.mine) return;
      const reply = composeReply(bot, messages, textFeatures(last.content));
      await actions.typing(userId, conversationId, true);
      // A newer message arrived meanwhile and is being read.
      if (isPlanned(key)) return;
      plan(key, calculatePace(bot, reply, random).typeMs, async () => {
        await actions.typing(userId, conversationId, false);
        await actions.send(userId, conversationId, reply);
        if (random() < REVEAL_REQUEST_SHARE)
          plan(`request ${matchId}`, delay(ANSWER_MS), () => actions.requestReveal(userId, matchId));
      });
    });
  }

  return {
    onLiked(userId, matchId) {
      if (isPlanned(`like ${matchId}`)) return;
      const ms = delay(DECISION_MS);
      plan(`like ${matchId}`, ms, () => actions.decide(userId, matchId, ms));
    },
    onMutual: (userId, matchId) => plan(`photos ${matchId}`, 0, () => actions.preparePhotos(userId)),
    onMessage,
    onRevealRequest: (userId, matchId) =>
      plan(`reveal ${matchId}`, delay(ANSWER_MS), () => actions.acceptReveal(userId, matchId)),
    onIcebreaker: (userId, matchId) =>
      plan(`icebreaker ${matchId}`, delay(ANSWER_MS), () =>
        actions.answerIcebreaker(userId, matchId, random() < 0.5 ? 0 : 1),
      ),
    stop,
  };
}

/** Plans work by key: planning a key again replaces the earlier plan. */
function createPlanner(later: NonNullable<DemoBotsOptions['later']>, log: Pick<Log, 'warn'>) {
  const planned = new Map<string, () => void>();
  let stopped = false;

  function plan(key: string, ms: number, work: () => Promise<void>): void {
    if (stopped) return;
    planned.get(key)?.();
    const cancel = later(ms, () => {
      planned.delete(key);
      work().catch((error: unknown) => log.warn({ err: error }, 'demo bot action failed'));
    });
    planned.set(key, cancel);
  }

  return {
    plan,
    isPlanned: (key: string) => planned.has(key),
    stop() {
      stopped = true;
      for (const cancel of planned.values()) cancel();
      planned.clear();
    },
  };
}

function setTimer(ms: number, work: () => void): () => void {
  const handle = setTimeout(work, ms);
  return () => clearTimeout(handle);
}
