import { cx } from 'class-variance-authority';
import { Aura } from '../../../ui/aura/aura.tsx';
import { OTHER_AURA, WELCOME_AURA } from '../../../ui/aura/welcome-aura.ts';
import { SCENES } from '../landing.copy.ts';

/** The first two scenes: conversation and compatibility. The reveal is a scene of its own. */
export function Scenes() {
  return (
    <div id="how" className="wide-x mx-auto flex max-w-7xl flex-col gap-28 py-20 md:gap-44 md:py-28">
      <TalkScene />
      <FitScene />
    </div>
  );
}

function TalkScene() {
  const { title, lead, lines } = SCENES.conversation;
  return (
    <section className="grid items-center gap-12 lg:grid-cols-[1fr_1.1fr] lg:gap-20">
      <div className="flex flex-col gap-5">
        <h2 className="display text-4xl">{title}</h2>
        <p className="max-w-lg text-lg text-ink-soft">{lead}</p>
      </div>
      <ul className="flex flex-col gap-5">
        {lines.map(({ mine, text, note }) => (
          <li
            key={text}
            className={cx('scene-line flex max-w-[88%] items-end gap-3', mine && 'flex-row-reverse self-end')}
          >
            <Aura aura={mine ? WELCOME_AURA : OTHER_AURA} size={44} />
            <div className={cx('flex flex-col gap-1.5', mine && 'items-end')}>
              <p
                className={cx(
                  'rounded-lg px-5 py-3.5 text-lg',
                  mine ? 'rounded-br-xs bg-accent text-on-accent' : 'rounded-bl-xs bg-raised text-ink',
                )}
              >
                {text}
              </p>
              <span className="px-2 text-xs text-ink-faint">{note}</span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function FitScene() {
  const { title, lead, score, caption, reasons } = SCENES.fit;
  const both = Math.round((score / 100) ** 2 * 100);
  return (
    <section className="grid items-center gap-12 lg:grid-cols-[1.1fr_1fr] lg:gap-20">
      <div className="order-last flex flex-col items-center gap-6 sm:flex-row sm:gap-10 lg:order-first">
        <HundredPairs both={both} />
        <div className="flex flex-col gap-4">
          <p className="flex flex-col">
            <span className="display text-5xl tabular-nums">{both}</span>
            <span className="text-sm text-ink-faint">{caption}</span>
          </p>
          <ul className="flex flex-col gap-2 border-t border-line pt-4 text-ink-soft">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </div>
      </div>
      <div className="flex flex-col gap-5">
        <h2 className="display text-4xl">{title}</h2>
        <p className="max-w-lg text-lg text-ink-soft">{lead}</p>
      </div>
    </section>
  );
}

/** A hundred dots for a hundred pairs; those where both said yes are lit. */
function HundredPairs({ both }: { both: number }) {
  return (
    <div role="img" aria-label={`${both} of 100 dots are lit`} className="grid shrink-0 grid-cols-10 gap-2 sm:gap-2.5">
      {Array.from({ length: 100 }, (_, at) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the dots are alike and never move
          key={at}
          className={cx(
            'size-4 rounded-full sm:size-5',
            at < both ? 'bg-accent' : 'bg-raised ring-1 ring-inset ring-line',
          )}
          style={at < both ? { opacity: 0.55 + 0.45 * (((at * 37) % 11) / 10) } : undefined}
        />
      ))}
    </div>
  );
}
