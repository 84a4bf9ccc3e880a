import type { AnswerNotice, Question } from '@soulsight/contract/bgp';
import { ENOUGH_ANSWERS } from '@soulsight/contract/limits';
import { cx } from 'class-variance-authority';
import { ChevronLeft } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { AGREEMENT, QUESTIONS_COPY } from '../bgp.copy.ts';
import { useAnswer, useQuestions } from '../bgp.hooks.ts';

interface QuestionnaireProps {
  /** Called after the last question, and when the user stops early. */
  onDone: () => void;
  doneLabel: string;
}

/** Shows one statement at a time. Every answer is saved immediately, so leaving loses nothing. */
export function Questionnaire({ onDone, doneLabel }: QuestionnaireProps) {
  const questions = useQuestions();
  if (questions.isPending) return <TextSkeleton lines={4} />;
  if (questions.isLoadingError) return <ErrorState error={questions.error} onRetry={() => questions.refetch()} />;
  const { questions: all, notice } = questions.data;
  return <QuestionFlow questions={all} notice={notice} onDone={onDone} doneLabel={doneLabel} />;
}

export function isUnanswered(question: Question): boolean {
  return question.answer === null && !question.skipped;
}

type QuestionFlowProps = QuestionnaireProps & { questions: readonly Question[]; notice: AnswerNotice | null };

function QuestionFlow({ questions, notice, onDone, doneLabel }: QuestionFlowProps) {
  const answer = useAnswer();
  const firstOpen = questions.findIndex(isUnanswered);
  const [at, setAt] = useState(firstOpen < 0 ? questions.length : firstOpen);
  const question = questions[at];
  const doneCount = questions.filter((q) => !isUnanswered(q)).length;
  const plenty = questions.filter((q) => q.answer !== null).length >= ENOUGH_ANSWERS;

  function submitAnswer(value: number | null) {
    if (!question) return;
    answer.mutate({ [question.id]: value });
    setAt(at + 1);
  }

  return (
    <div className="flex flex-col gap-8">
      <Progress
        value={(doneCount / Math.max(1, questions.length)) * 100}
        label={QUESTIONS_COPY.progress(doneCount, questions.length)}
        shown
      />
      {question ? (
        <Statement question={question} onGive={submitAnswer} hasKeys />
      ) : (
        <p className="text-lg text-ink-soft">{QUESTIONS_COPY.thanks}</p>
      )}
      {notice && (
        <Notice notice={notice} onLook={() => setAt(questions.findIndex(({ id }) => id === notice.question_id))} />
      )}
      {question && plenty && (
        <p role="status" className="text-sm text-ink-faint">
          {QUESTIONS_COPY.plenty}
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Button
          variant="ghost"
          size="sm"
          icon={<ChevronLeft aria-hidden className="size-4" />}
          disabled={at === 0}
          onClick={() => setAt(at - 1)}
        >
          {QUESTIONS_COPY.back}
        </Button>
        {question ? (
          <span className="flex flex-wrap gap-2">
            <Button variant="ghost" size="sm" onClick={() => submitAnswer(null)}>
              {QUESTIONS_COPY.skip}
            </Button>
            <Button variant={plenty ? 'primary' : 'secondary'} size="sm" onClick={onDone}>
              {QUESTIONS_COPY.enough}
            </Button>
          </span>
        ) : (
          <Button size="lg" onClick={onDone}>
            {doneLabel}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Says kindly that some answers look careless, and leads back to the first of them. */
function Notice({ notice, onLook }: { notice: AnswerNotice; onLook: () => void }) {
  return (
    <div role="status" className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-raised px-5 py-3">
      <p className="max-w-prose flex-1 basis-64 text-sm text-ink-soft">{QUESTIONS_COPY.notice[notice.kind]}</p>
      <Button variant="secondary" size="sm" onClick={onLook}>
        {QUESTIONS_COPY.lookAgain}
      </Button>
    </div>
  );
}

interface StatementProps {
  question: Question;
  onGive: (value: number) => void;
  /** Whether the keys 1 to 5 answer it, too, while the focus is on one of its answers. */
  hasKeys?: boolean;
}

/** A statement with the five answers to it. */
export function Statement({ question, onGive, hasKeys = false }: StatementProps) {
  function onKeyDown(event: KeyboardEvent) {
    const value = Number(event.key);
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || !AGREEMENT[value - 1]) return;
    onGive(value);
  }
  return (
    <fieldset className="flex flex-col" onKeyDown={hasKeys ? onKeyDown : undefined}>
      <legend className="display mb-6 min-h-[2.5em] text-2xl" aria-live="polite">
        <span key={question.id} className="inline-block animate-rise">
          {question.text}
        </span>
      </legend>
      <div className="grid gap-2 sm:grid-cols-5">
        {AGREEMENT.map((label, index) => (
          <button
            key={label}
            type="button"
            aria-pressed={question.answer === index + 1}
            aria-keyshortcuts={hasKeys ? String(index + 1) : undefined}
            onClick={() => onGive(index + 1)}
            className={cx(
              'min-h-12 rounded-md px-3 py-2 text-sm ring-1 ring-inset ring-line-strong transition duration-200 ease-soft hover:bg-raised active:scale-[0.98]',
              question.answer === index + 1 && 'bg-accent-soft ring-2 ring-accent-text',
            )}
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
