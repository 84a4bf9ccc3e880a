import { textFeatures } from '@soulsight/affinity/text';
import type { Log } from '../../core/ops/logger.ts';
import type { BotProfile } from './demo-bot.rules.ts';
import { type ChatLine, calculatePace, composeReply } from './reply.rules.ts';

/** What demo people do, they do through the services that everyone uses. */
export interface BotActions {
  accept(userId: string, matchId: string, decisionMs: number): Promise<void>;
  markDelivered(userId: string, conversationId: string): Promise<void>;
  markRead(userId: string, conversationId: string): Promise<void>;
  typing(userId: string, conversationId: string, on: boolean): Promise<void>;
  /** The last messages, oldest first. */
  lastMessages(userId: string, conversationId: string): Promise<ChatLine[]>;
  send(userId: string, conversationId: string, content: string): Promise<void>;
  /** Accepts the other's open request for the next stage, if there is one. */
  acceptReveal(userId: string, matchId: string): Promise<void>;
  /** Asks for the next stage where the trust between the two allows it and nobody has asked. */
  requestReveal(userId: string, matchId: string): Promise<void>;
  /** Has photos ready before a stage needs them. */
  preparePhotos(userId: string): Promise<void>;
}

export interface DemoBots {
  onLiked(userId: string, matchId: string): void;
  onMutual(userId: string, matchId: string): void;
  onMessage(userId: string, conversationId: string, matchId: string): void;
  onRevealRequest(userId: string, matchId: string): void;
  /** Ends what is under way. */
  stop(): void;
}

export interface DemoBotsOptions {
  findBotProfile(userId: string): BotProfile | undefined;
  actions: BotActions;
  log: Pick<Log, 'warn'>;
  random?: () => number;
  /** Runs something after a pause; `setTimeout` outside of tests. Returns the way to take it back. */
  later?: (ms: number, work: () => void) => () => void;
}

const DECIDE_MS = { least: 3_000, span: 5_000 };
const ANSWER_REVEAL_MS = { least: 2_500, span: 4_500 };
/** How often they are the one who asks for the next stage. */
const ASK_REVEAL_SHARE = 0.35;

function timer(ms: number, work: () => void): () => void {
  const handle = setTimeout(work, ms);
  return () => clearTimeout(handle);
}

/** Lets demo people like back, read, type, answer, and open stages, each after a human pause. */
export function createDemoBots({
  findBotProfile,
  actions,
  log,
  random = Math.random,
  later = timer,
}: DemoBotsOptions): DemoBots {
  /** What each person has under way, by subject: a new message puts the answer to the one before off. */
  const underWay = new Map<string, () => void>();
  let stopped = false;

  function plan(key: string, ms: number, work: () => Promise<void>): void {
    if (stopped) return;
    underWay.get(key)?.();
    const cancel = later(ms, () => {
      underWay.delete(key);
      work().catch((error: unknown) => log.warn({ err: error }, 'a demo person could not do what they wanted'));
    });
    underWay.set(key, cancel);
  }

  const between = ({ least, span }: { least: number; span: number }) => Math.round(least + span * random());

  function onMessage(userId: string, conversationId: string, matchId: string): void {
    const profile = findBotProfile(userId);
    if (!profile) return;
    const key = `talk ${conversationId}`;
    plan(key, calculatePace(profile, '', random).readMs, async () => {
      await actions.markDelivered(userId, conversationId);
      await actions.markRead(userId, conversationId);
      const lastMessages = await actions.lastMessages(userId, conversationId);
      const last = lastMessages.at(-1);
      if (!last || last.mine) return;
      const reply = composeReply(profile, lastMessages, textFeatures(last.content));
      await actions.typing(userId, conversationId, true);
      // Something newer was written meanwhile, and is being read.
      if (underWay.has(key)) return;
      plan(key, calculatePace(profile, reply, random).typeMs, async () => {
        await actions.typing(userId, conversationId, false);
        await actions.send(userId, conversationId, reply);
        if (random() < ASK_REVEAL_SHARE) {
          plan(`ask ${matchId}`, between(ANSWER_REVEAL_MS), () => actions.requestReveal(userId, matchId));
        }
      });
    });
  }

  return {
    onLiked(userId, matchId) {
      const ms = between(DECIDE_MS);
      plan(`like ${matchId}`, ms, () => actions.accept(userId, matchId, ms));
    },
    onMutual: (userId, matchId) => plan(`photos ${matchId}`, 0, () => actions.preparePhotos(userId)),
    onMessage,
    onRevealRequest: (userId, matchId) =>
      plan(`reveal ${matchId}`, between(ANSWER_REVEAL_MS), () => actions.acceptReveal(userId, matchId)),
    stop() {
      stopped = true;
      for (const cancel of underWay.values()) cancel();
      underWay.clear();
    },
  };
}
