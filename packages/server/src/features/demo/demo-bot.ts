import { textFeatures } from '@soulsight/affinity/text';
import type { Log } from '../../core/http/logger.ts';
import type { Persona } from './demo-bot.rules.ts';
import { type HeardMessage, paceOf, replyOf } from './reply.rules.ts';

/** What demo people do, they do through the services that everyone uses. */
export interface DemoActs {
  accept(userId: string, matchId: string, decisionMs: number): Promise<void>;
  markDelivered(userId: string, conversationId: string): Promise<void>;
  markRead(userId: string, conversationId: string): Promise<void>;
  typing(userId: string, conversationId: string, on: boolean): Promise<void>;
  /** The last messages, oldest first. */
  talk(userId: string, conversationId: string): Promise<HeardMessage[]>;
  send(userId: string, conversationId: string, content: string): Promise<void>;
  /** Accepts the other's open request for the next stage, if there is one. */
  acceptReveal(userId: string, matchId: string): Promise<void>;
  /** Asks for the next stage where the trust between the two allows it and nobody has asked. */
  askReveal(userId: string, matchId: string): Promise<void>;
  /** Has photos ready before a stage needs them. */
  preparePhotos(userId: string): Promise<void>;
}

export interface DemoLife {
  liked(userId: string, matchId: string): void;
  mutual(userId: string, matchId: string): void;
  written(userId: string, conversationId: string, matchId: string): void;
  revealAsked(userId: string, matchId: string): void;
  /** Ends what is under way. */
  stop(): void;
}

export interface DemoLifeOptions {
  personaOf(userId: string): Persona | undefined;
  acts: DemoActs;
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
export function createDemoLife({
  personaOf,
  acts,
  log,
  random = Math.random,
  later = timer,
}: DemoLifeOptions): DemoLife {
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

  function written(userId: string, conversationId: string, matchId: string): void {
    const persona = personaOf(userId);
    if (!persona) return;
    const key = `talk ${conversationId}`;
    plan(key, paceOf(persona, '', random).readMs, async () => {
      await acts.markDelivered(userId, conversationId);
      await acts.markRead(userId, conversationId);
      const talk = await acts.talk(userId, conversationId);
      const last = talk.at(-1);
      if (!last || last.mine) return;
      const reply = replyOf(persona, talk, textFeatures(last.content));
      await acts.typing(userId, conversationId, true);
      // Something newer was written meanwhile, and is being read.
      if (underWay.has(key)) return;
      plan(key, paceOf(persona, reply, random).typeMs, async () => {
        await acts.typing(userId, conversationId, false);
        await acts.send(userId, conversationId, reply);
        if (random() < ASK_REVEAL_SHARE) {
          plan(`ask ${matchId}`, between(ANSWER_REVEAL_MS), () => acts.askReveal(userId, matchId));
        }
      });
    });
  }

  return {
    liked(userId, matchId) {
      const ms = between(DECIDE_MS);
      plan(`like ${matchId}`, ms, () => acts.accept(userId, matchId, ms));
    },
    mutual: (userId, matchId) => plan(`photos ${matchId}`, 0, () => acts.preparePhotos(userId)),
    written,
    revealAsked: (userId, matchId) =>
      plan(`reveal ${matchId}`, between(ANSWER_REVEAL_MS), () => acts.acceptReveal(userId, matchId)),
    stop() {
      stopped = true;
      for (const cancel of underWay.values()) cancel();
      underWay.clear();
    },
  };
}
