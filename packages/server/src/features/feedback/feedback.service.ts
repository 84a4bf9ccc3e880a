import { AppError } from '@soulsight/contract/errors';
import type { FeedbackAnswer, FeedbackOccasion, Impressions } from '@soulsight/contract/feedback';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../core/db/types.ts';
import type { Pair } from '../match/pair-facts.service.ts';
import type { FeedbackDeps } from './feedback.deps.ts';
import { type Contribution, dueOccasion, summarizeImpressions } from './feedback.rules.ts';
import {
  ANSWER_CONTEXT,
  countMessagesSinceReveal,
  eraseAnswers,
  insertFeedback,
  listAnswersAbout,
  listDoneOccasions,
  listFeedbackBy,
} from './feedback.store.ts';

type Contributions = readonly [Contribution, Contribution];
const NOTHING_WRITTEN: Contribution = { messages: 0, words: 0 };

/** How users found talking with each other. An answer is seen by the model, and by the rated user only in an aggregate. */
export interface FeedbackService {
  /** The question that a user is asked about the person of a match; null when there is none. @throws match_gone */
  findQuestion(userId: string, matchId: string): Promise<FeedbackOccasion | null>;
  /** Answers or skips (null) the question that is asked now. @throws match_gone, conflict when it is not asked */
  answer(
    userId: string,
    matchId: string,
    given: { occasion: FeedbackOccasion; answer: FeedbackAnswer | null },
  ): Promise<void>;
  /** What others said about a user, as an aggregate. */
  getImpressions(userId: string): Promise<Impressions>;
  /** Erases the answers by a user and about them, after consent was withdrawn. */
  erase(tx: Tx, userId: string): Promise<void>;
  /** For the data export: the user's own answers, and the aggregate about them. */
  archive(userId: string): Promise<unknown>;
}

export function createFeedbackService(
  { db, clock, vault }: Pick<Core, 'db' | 'clock' | 'vault'>,
  { pairs, chat, profileFacts }: FeedbackDeps,
): FeedbackService {
  async function findQuestion(userId: string, matchId: string): Promise<FeedbackOccasion | null> {
    const pair = await pairs.getPair(db, userId, matchId);
    return await findDue(db, userId, pair, await measure(pair));
  }

  /** Counts new messages in transactions of its own. */
  async function measure({ conversationId }: Pair): Promise<Contributions> {
    const measured = conversationId ? await chat.measure(conversationId) : null;
    const [one = NOTHING_WRITTEN, other = NOTHING_WRITTEN] = Object.values(measured?.tally.sides ?? {});
    return [one, other];
  }

  async function findDue(
    handle: Db,
    userId: string,
    { match, mutual, otherId, stage }: Pair,
    contributions: Contributions,
  ): Promise<FeedbackOccasion | null> {
    if (!mutual) return null;
    const consenting = await profileFacts.listConsenting(handle, [userId, otherId]);
    const facts = {
      consent: consenting.size === 2,
      contributions,
      stage,
      messagesSinceReveal: await countMessagesSinceReveal(handle, match.id),
      done: await listDoneOccasions(handle, match.id, userId),
    };
    return dueOccasion(facts, clock.now());
  }

  async function openAnswers<Row extends { raterId: string; answer: Buffer | null }>(rows: readonly Row[]) {
    const sealed = rows.flatMap((row) => (row.answer ? [{ row, sealed: row.answer }] : []));
    const texts = await vault.openMany(
      db,
      sealed.map(({ row, sealed: value }) => ({
        owner: `user:${row.raterId}` as const,
        sealed: value,
        context: ANSWER_CONTEXT,
      })),
    );
    return new Map(
      sealed.flatMap(({ row }, n) => {
        const text = texts[n];
        return text == null ? [] : [[row, JSON.parse(text) as FeedbackAnswer] as const];
      }),
    );
  }

  async function getImpressions(userId: string): Promise<Impressions> {
    const opened = await openAnswers(await listAnswersAbout(db, userId));
    return summarizeImpressions([...opened].map(([{ raterId }, answer]) => ({ raterId, answer })));
  }

  return {
    findQuestion,
    async answer(userId, matchId, { occasion, answer }) {
      const contributions = await measure(await pairs.getPair(db, userId, matchId));
      await db.transaction(async (tx) => {
        // Locked, so that an unmatch or a withdrawn consent cannot come between.
        const pair = await pairs.lockPair(tx, userId, matchId);
        if ((await findDue(tx, userId, pair, contributions)) !== occasion)
          throw new AppError('conflict', 'There is nothing to answer at the moment.');
        const sealed = answer && (await vault.seal(tx, `user:${userId}`, answer, ANSWER_CONTEXT));
        const row = { matchId, raterId: userId, ratedId: pair.otherId, occasion, answer: sealed, at: clock.now() };
        if (!(await insertFeedback(tx, row))) throw new AppError('conflict', 'You have answered this already.');
      });
    },
    getImpressions,
    erase: eraseAnswers,
    async archive(userId) {
      const rows = await listFeedbackBy(db, userId);
      const answers = await openAnswers(rows);
      const given = rows.map((row) => {
        const { matchId: match_id, occasion, at } = row;
        return { match_id, occasion, at, answer: answers.get(row) ?? null };
      });
      return { given, received: await getImpressions(userId) };
    },
  };
}
