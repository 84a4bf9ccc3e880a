import type { RevealState } from '@soulsight/contract/reveal';
import { REVEAL_STAGE_IDS, revealStage } from '@soulsight/contract/reveal-stages';
import { cx } from 'class-variance-authority';
import { STAGES } from '../reveal.copy.ts';

/** All stages as a path, with the current one marked. */
export function StagePath({ state }: { state: Pick<RevealState, 'stage'> }) {
  return (
    <ol aria-label="Stages of the reveal" className="stage-path grid auto-cols-fr grid-flow-col">
      {REVEAL_STAGE_IDS.map((status, stage) => {
        const open = stage <= state.stage;
        return (
          <li
            key={status}
            aria-current={stage === state.stage ? 'step' : undefined}
            className="relative flex flex-col items-center gap-2.5"
          >
            {stage > 0 && (
              <span
                aria-hidden
                className={cx(
                  'absolute top-[0.6875rem] right-[calc(50%+0.6875rem)] h-px w-[calc(100%-1.375rem)]',
                  open ? 'bg-accent-text' : 'bg-line',
                )}
              />
            )}
            <span
              aria-hidden
              className={cx(
                'relative grid size-[1.375rem] place-items-center rounded-full ring-1 transition duration-700',
                open ? 'bg-accent-soft ring-accent-text' : 'bg-bg ring-line-strong',
                stage === state.stage && 'shadow-[0_0_0_6px_var(--accent-soft)]',
              )}
            >
              <span
                className={cx(
                  'rounded-full transition-all duration-700',
                  open ? 'bg-accent-text' : 'ring-1 ring-line-strong ring-inset',
                )}
                style={{ width: 4 + stage * 2.5, height: 4 + stage * 2.5 }}
              />
            </span>
            <span className={cx('text-center text-2xs sm:text-xs', open ? 'text-ink' : 'text-ink-faint')}>
              {STAGES[status].name}
              <span className="sr-only">{open ? ', open' : ', closed'}</span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** A small version of the path: four dots, one filled for each open stage. */
export function StageDots({ stage }: { stage: number }) {
  const name = STAGES[revealStage(stage).id].name;
  return (
    <span role="img" aria-label={`Reveal: ${name}`} className="flex items-center gap-1">
      {REVEAL_STAGE_IDS.slice(1).map((status, i) => (
        <span
          key={status}
          className={cx('size-1.5 rounded-full', i < stage ? 'bg-accent-text' : 'bg-line-strong/60')}
        />
      ))}
    </span>
  );
}
