import {
  FEEDBACK_RATING_MAX,
  FEEDBACK_WORDS,
  type FeedbackOccasion,
  type FeedbackWord,
} from '@soulsight/contract/feedback';
import { cx } from 'class-variance-authority';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FEEDBACK_COPY, WORD_LABELS } from '../feedback.copy.ts';
import { useFeedback } from '../use-feedback.ts';

export interface FeedbackFormProps {
  matchId: string;
  name: string;
  occasion: FeedbackOccasion;
}

/** The question, its answer from 1 to 10 and the words that fit. */
export function FeedbackForm({ matchId, name, occasion }: FeedbackFormProps) {
  const feedback = useFeedback(matchId);
  const [isOpen, setOpen] = useState(false);
  const [rating, setRating] = useState<number | null>(null);
  const [words, setWords] = useState<readonly FeedbackWord[]>([]);
  const question = FEEDBACK_COPY.question[occasion](name);
  const toggle = (word: FeedbackWord) =>
    setWords(words.includes(word) ? words.filter((other) => other !== word) : [...words, word]);
  const send = () => {
    if (rating !== null) feedback.mutate({ occasion, answer: { rating, words: [...words] } });
  };
  return (
    <section
      aria-label={question}
      className="absolute inset-x-0 top-0 animate-fade bg-bg px-4 py-2 after:pointer-events-none after:absolute after:inset-x-0 after:top-full after:h-4 after:bg-linear-to-b after:from-bg sm:px-6"
    >
      <div
        className={cx(
          'mx-auto flex max-h-[55dvh] max-w-3xl flex-col gap-3 overflow-y-auto rounded-xl bg-surface px-4 pt-2 ring-1 ring-line ring-inset sm:px-6',
          isOpen ? 'pb-4' : 'pb-2',
        )}
      >
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-sm font-medium">{question}</h2>
          <div className="-mr-3 flex shrink-0">
            <Button variant="ghost" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? FEEDBACK_COPY.later : FEEDBACK_COPY.answer}
            </Button>
            <Button
              variant="ghost"
              size="sm"
              disabled={feedback.isPending}
              onClick={() => feedback.mutate({ occasion, answer: null })}
            >
              {FEEDBACK_COPY.skip}
            </Button>
          </div>
        </div>
        {isOpen && (
          <>
            <p className="text-xs text-ink-faint">{FEEDBACK_COPY.privacy(name)}</p>
            <RatingScale label={question} value={rating} onChange={setRating} />
          </>
        )}
        {isOpen && rating !== null && (
          <>
            <WordChoice label={FEEDBACK_COPY.words(name)} chosen={words} onToggle={toggle} />
            <Button size="sm" className="self-start" loading={feedback.isPending} onClick={send}>
              {FEEDBACK_COPY.send}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

const CHOICE =
  'min-h-11 rounded-full text-sm ring-1 ring-inset ring-line-strong transition duration-200 ease-soft active:scale-[0.98]';
const CHOSEN = 'bg-accent-soft font-medium ring-2 ring-accent-text';
const OPEN = 'hover:bg-raised';

interface RatingScaleProps {
  label: string;
  value: number | null;
  onChange: (value: number) => void;
}

function RatingScale({ label, value, onChange }: RatingScaleProps) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="sr-only">{label}</legend>
      <div className="grid grid-cols-5 gap-1.5 sm:grid-cols-10">
        {Array.from({ length: FEEDBACK_RATING_MAX }, (_, n) => n + 1).map((rating) => (
          <button
            key={rating}
            type="button"
            aria-pressed={value === rating}
            onClick={() => onChange(rating)}
            className={cx(CHOICE, 'tabular-nums', value === rating ? CHOSEN : OPEN)}
          >
            {rating}
          </button>
        ))}
      </div>
      <p className="flex justify-between text-xs text-ink-faint">
        <span>{FEEDBACK_COPY.low}</span>
        <span>{FEEDBACK_COPY.high}</span>
      </p>
    </fieldset>
  );
}

interface WordChoiceProps {
  label: string;
  chosen: readonly FeedbackWord[];
  onToggle: (word: FeedbackWord) => void;
}

function WordChoice({ label, chosen, onToggle }: WordChoiceProps) {
  return (
    <fieldset className="flex animate-rise flex-col gap-2">
      <legend className="mb-2 text-sm text-ink-soft">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {FEEDBACK_WORDS.map((word) => (
          <button
            key={word}
            type="button"
            aria-pressed={chosen.includes(word)}
            onClick={() => onToggle(word)}
            className={cx(CHOICE, 'px-4', chosen.includes(word) ? CHOSEN : OPEN)}
          >
            {WORD_LABELS[word]}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
