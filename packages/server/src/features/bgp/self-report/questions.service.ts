import { answerNotice, ITEMS } from '@soulsight/affinity/questionnaire';
import type { AnswerNotice, Question } from '@soulsight/contract/bgp';
import { AppError } from '@soulsight/contract/errors';
import type { Core } from '../../../core/core.ts';
import type { BgpModel } from '../bgp.model.ts';
import * as store from '../bgp.store.ts';

export type Answers = readonly { id: string; answer: number | null }[];

/** The questionnaire. Questions are answered or skipped in any number of steps, and answers can be changed at any time. */
export function createQuestions({ db, clock }: Pick<Core, 'db' | 'clock'>, model: BgpModel) {
  async function questions(userId: string) {
    const given = new Map((await store.listAnswers(db, userId)).map(({ itemId, answer }) => [itemId, answer]));
    return {
      questions: ITEMS.map(
        ({ id, text }): Question => ({
          id,
          text,
          kind: 'agreement',
          answer: given.get(id) ?? null,
          skipped: given.get(id) === null,
        }),
      ),
      ...summarizeAnswers(given),
    };
  }

  async function answer(userId: string, answers: Answers) {
    const unknown = answers.findIndex(({ id }) => !ITEMS.some((item) => item.id === id));
    if (unknown >= 0)
      throw new AppError('validation_failed', undefined, {
        fields: { [`answers.${unknown}.id`]: 'Unknown question.' },
      });
    const last = new Map(answers.map(({ id, answer: value }) => [id, value]));
    const rows = [...last].map(([itemId, value]) => ({ userId, itemId, answer: value, at: clock.now() }));
    await db.transaction(async (tx) => {
      const locked = await model.lock(tx, userId);
      // Checked under the lock, so that a concurrent withdrawal of consent leaves no answers behind.
      if (!(await model.hasConsent(tx, userId))) throw new AppError('consent_required');
      await store.upsertAnswers(tx, rows);
      await model.save(tx, locked, { defaultCause: 'questions' });
    });
    return summarizeAnswers(new Map((await store.listAnswers(db, userId)).map((row) => [row.itemId, row.answer])));
  }

  return { questions, answer, countQuestions: (userId: string) => store.countQuestions(db, userId) };
}

function summarizeAnswers(given: ReadonlyMap<string, number | null>) {
  const answers = [...given].map(([id, answer]) => ({ id, answer }));
  const notice = answerNotice(answers);
  return {
    answered: answers.filter(({ answer }) => answer !== null).length,
    total: ITEMS.length,
    notice: notice && ({ kind: notice.kind, question_id: notice.questionId } satisfies AnswerNotice),
  };
}
