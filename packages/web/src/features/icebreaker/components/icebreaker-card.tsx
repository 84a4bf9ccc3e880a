import type { Icebreaker, IcebreakerChoice } from '@soulsight/contract/icebreaker';
import { cx } from 'class-variance-authority';
import { useId } from 'react';
import { formatWeekdayTime } from '../../../lib/format.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { ICEBREAKER_COPY } from '../icebreaker.copy.ts';
import { useAnswerIcebreaker, useIcebreaker } from '../icebreaker.hooks.ts';

export interface IcebreakerCardProps {
  matchId: string;
  name: string;
}

/** The question that both people of a match answer before either sees the answer of the other. */
export function IcebreakerCard({ matchId, name }: IcebreakerCardProps) {
  const state = useIcebreaker(matchId);
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3">
      <h3 id={heading} className="text-sm font-medium text-ink-faint">
        {ICEBREAKER_COPY.title}
      </h3>
      {state.isPending && <TextSkeleton lines={3} />}
      {state.isLoadingError && <ErrorState error={state.error} onRetry={() => void state.refetch()} />}
      {state.data && <Question key={state.data.question?.id} state={state.data} matchId={matchId} name={name} />}
    </section>
  );
}

function Question({ state, matchId, name }: IcebreakerCardProps & { state: Icebreaker }) {
  const answer = useAnswerIcebreaker(matchId);
  const { question, mine, theirs } = state;
  if (!question) return <p className="text-sm text-ink-soft">{ICEBREAKER_COPY.done}</p>;
  const { id, text, options } = question;
  const isOpen = mine === null;
  const chosen = answer.isPending ? answer.variables.choice : mine;
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="display mb-3 text-lg text-balance">{text}</legend>
      <div className="grid grid-cols-2 gap-2 max-[17rem]:grid-cols-1">
        {([0, 1] as const).map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={chosen === choice}
            // Not `disabled`, so that it keeps the focus.
            aria-disabled={!isOpen || answer.isPending}
            onClick={() => isOpen && !answer.isPending && answer.mutate({ question: id, choice })}
            className={cx(
              'flex min-h-14 flex-col items-center justify-center gap-1 rounded-lg px-3 py-2 text-center text-sm ring-inset transition duration-200 ease-soft',
              chosen === choice ? 'bg-accent-soft font-medium ring-2 ring-accent-text' : 'ring-1 ring-line-strong',
              isOpen && 'hover:bg-raised active:scale-[0.98]',
            )}
          >
            {options[choice]}
            {theirs !== null && <Names choice={choice} mine={mine} theirs={theirs} name={name} />}
          </button>
        ))}
      </div>
      <p role="status" className="text-xs text-ink-faint">
        {describeStatus(state, name)}
      </p>
    </fieldset>
  );
}

function describeStatus({ question, mine, theirs, they_answered, next_at: nextAt }: Icebreaker, name: string): string {
  if (mine === null) return they_answered ? ICEBREAKER_COPY.theyAnswered(name) : ICEBREAKER_COPY.promise(name);
  if (theirs === null) return ICEBREAKER_COPY.waiting(name);
  const same = mine === theirs && question ? `${ICEBREAKER_COPY.both(question.options[mine])} ` : '';
  return nextAt ? same + ICEBREAKER_COPY.next(formatWeekdayTime(nextAt)) : same.trim();
}

interface NamesProps {
  choice: IcebreakerChoice;
  mine: IcebreakerChoice | null;
  theirs: IcebreakerChoice;
  name: string;
}

/** Who chose an option. */
function Names({ choice, mine, theirs, name }: NamesProps) {
  const names = [mine === choice && ICEBREAKER_COPY.you, theirs === choice && name].filter(Boolean);
  return names.length > 0 && <span className="text-xs font-normal text-ink-soft">{names.join(' · ')}</span>;
}
