import { seededRandom } from '@soulsight/contract/seeded-random';
import { DAY_MS } from '@soulsight/contract/time';
import { ICEBREAKER_QUESTIONS, type IcebreakerQuestion } from './icebreaker.data.ts';

/** From the moment that both have answered a question until the next one. */
const NEXT_AFTER_MS = DAY_MS;

type Answered = { question: string; userId: string; at: Date };

/** The questions in the order in which a pair gets them: each pair in its own, and always in the same one. */
export function orderQuestions(matchId: string): IcebreakerQuestion[] {
  const random = seededRandom(Number.parseInt(matchId.slice(0, 8), 16));
  return ICEBREAKER_QUESTIONS.map((question) => ({ question, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ question }) => question);
}

export type CurrentQuestion = {
  question: IcebreakerQuestion;
  /** When the next one comes; null while one of the two has not answered. */
  nextAt: Date | null;
};

/** The question of a pair at a time: one that not both have answered, or for a day the last one; null after all of them. */
export function findCurrentQuestion(matchId: string, answers: readonly Answered[], now: Date): CurrentQuestion | null {
  const order = orderQuestions(matchId);
  const answersTo = ({ id }: IcebreakerQuestion) => answers.filter(({ question }) => question === id);
  const open = order.findIndex((question) => answersTo(question).length < 2);
  const last = order[open === -1 ? order.length - 1 : open - 1];
  if (last) {
    const completedAt = Math.max(...answersTo(last).map(({ at }) => at.getTime()));
    const nextAt = new Date(completedAt + NEXT_AFTER_MS);
    if (now < nextAt) return { question: last, nextAt };
  }
  const question = order[open];
  return question ? { question, nextAt: null } : null;
}
