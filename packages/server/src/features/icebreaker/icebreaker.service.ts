import { AppError } from '@soulsight/contract/errors';
import type { Icebreaker, IcebreakerChoice } from '@soulsight/contract/icebreaker';
import type { Core } from '../../core/core.ts';
import type { Db } from '../../core/db/types.ts';
import type { Pair } from '../match/pair-facts.service.ts';
import type { IcebreakerDeps } from './icebreaker.deps.ts';
import { findCurrentQuestion } from './icebreaker.rules.ts';
import {
  type AnswerRow,
  CHOICE_CONTEXT,
  insertAnswer,
  listAnswersOfMatch,
  listAnswersOfUser,
} from './icebreaker.store.ts';

/** Questions that both people of a match answer, before either sees the answer of the other. */
export interface IcebreakerService {
  /** @throws match_gone unless both have said yes */
  getState(userId: string, matchId: string): Promise<Icebreaker>;
  /** @throws match_gone; conflict when the question is not the pair's now, or the user has chosen otherwise */
  answer(userId: string, matchId: string, given: { question: string; choice: IcebreakerChoice }): Promise<Icebreaker>;
  /** For the data export: the user's own answers. */
  archive(userId: string): Promise<unknown>;
}

export function createIcebreakerService(
  { db, clock, vault, outbox }: Pick<Core, 'db' | 'clock' | 'vault' | 'outbox'>,
  { pairs }: IcebreakerDeps,
): IcebreakerService {
  async function getState(userId: string, matchId: string, handle: Db = db): Promise<Icebreaker> {
    assertMutual(await pairs.getPair(handle, userId, matchId));
    const answers = await listAnswersOfMatch(handle, matchId);
    const current = findCurrentQuestion(matchId, answers, clock.now());
    const rows = answers.filter(({ question }) => question === current?.question.id);
    const own = rows.find((row) => row.userId === userId);
    const other = rows.find((row) => row.userId !== userId);
    // The other user's choice stays sealed until the user has answered.
    const visible = own && other ? [own, other] : own ? [own] : [];
    const [mine = null, theirs = null] = await openChoices(handle, visible);
    return {
      question: current?.question ?? null,
      mine,
      theirs,
      they_answered: other !== undefined,
      next_at: current?.nextAt?.toISOString() ?? null,
    };
  }

  async function openChoices(handle: Db, rows: readonly AnswerRow[]): Promise<(IcebreakerChoice | null)[]> {
    const texts = await vault.openMany(
      handle,
      rows.map(({ userId, choice }) => ({
        owner: `user:${userId}` as const,
        sealed: choice,
        context: CHOICE_CONTEXT,
      })),
    );
    return texts.map((text) => (text == null ? null : (JSON.parse(text) as IcebreakerChoice)));
  }

  return {
    getState,
    answer: (userId, matchId, { question, choice }) =>
      db.transaction(async (tx) => {
        // Locked, so that an unmatch or the answer of another tab cannot come between.
        const pair = await pairs.lockPair(tx, userId, matchId);
        const before = await getState(userId, matchId, tx);
        if (before.question?.id !== question)
          throw new AppError('conflict', 'There is already a new question for you two.');
        if (before.mine === choice) return before;
        if (before.mine !== null) throw new AppError('conflict', 'You have answered this already.');
        const sealed = await vault.seal(tx, `user:${userId}`, choice, CHOICE_CONTEXT);
        await insertAnswer(tx, { matchId, userId, question, choice: sealed, at: clock.now() });
        const payload = { match_id: matchId };
        await outbox.publish(tx, { to: [userId, pair.otherId], type: 'icebreaker_update', payload });
        return await getState(userId, matchId, tx);
      }),
    async archive(userId) {
      const rows = await listAnswersOfUser(db, userId);
      const choices = await openChoices(db, rows);
      return rows.map(({ matchId: match_id, question, at }, n) => ({ match_id, question, at, choice: choices[n] }));
    },
  };
}

function assertMutual({ mutual }: Pair): void {
  if (!mutual) throw new AppError('match_gone');
}
