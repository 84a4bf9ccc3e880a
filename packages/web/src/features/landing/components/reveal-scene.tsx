import { LAST_REVEAL_STAGE, type PhotoVariant, REVEAL_STAGE_IDS, revealStage } from '@soulsight/contract/reveal-stages';
import { cx } from 'class-variance-authority';
import { type PointerEvent, useRef, useState } from 'react';
import { AuraFrame } from '../../../ui/aura/aura-frame.tsx';
import { WELCOME_AURA } from '../../../ui/aura/welcome-aura.ts';
import { REVEAL, STAGE_COPY } from '../landing.copy.ts';
import { Portrait } from './portrait.tsx';

/** Blur of the portrait, in pixels, for each picture that a stage shows. */
const BLUR_PX: Record<PhotoVariant, number> = { silhouette: 34, glimpse: 13, original: 0 };

/** An interactive reveal: choosing a stage shows the aura at that stage. */
export function RevealScene() {
  const [stage, setStage] = useState(0);
  const { id: status, photo } = revealStage(stage);
  return (
    <section id="reveal" className="bg-bg-deep py-20 md:py-32">
      <div className="wide-x mx-auto grid max-w-7xl items-center gap-12 lg:grid-cols-[1fr_1.05fr] lg:gap-20">
        <div className="flex flex-col gap-5 lg:order-last">
          <h2 className="display text-4xl">{REVEAL.title}</h2>
          <p className="max-w-lg text-lg text-ink-soft">{REVEAL.lead}</p>
          <div aria-live="polite" className="mt-4 min-h-32 max-w-lg">
            <p key={status} className="display-italic animate-rise text-2xl text-accent-text">
              {STAGE_COPY[status].title}
            </p>
            <p className="mt-1.5 text-ink-soft">{STAGE_COPY[status].text}</p>
          </div>
          <StageRail stage={stage} onChange={setStage} />
        </div>
        <AuraFrame
          aura={WELCOME_AURA}
          stage={stage}
          className="mx-auto block w-full max-w-[36rem]"
          label={`An aura at the stage ${STAGE_COPY[status].title}`}
        >
          {photo && <Portrait blur={BLUR_PX[photo]} />}
        </AuraFrame>
      </div>
    </section>
  );
}

/** Five stops on a line, for clicks, dragging and the arrow keys. */
function StageRail({ stage, onChange }: { stage: number; onChange: (stage: number) => void }) {
  const rail = useRef<HTMLDivElement>(null);

  function follow(event: PointerEvent): void {
    const box = rail.current?.getBoundingClientRect();
    if (!box || event.buttons !== 1) return;
    const share = (event.clientX - box.left) / box.width;
    onChange(Math.min(LAST_REVEAL_STAGE, Math.max(0, Math.floor(share * REVEAL_STAGE_IDS.length))));
  }

  return (
    <div className="flex max-w-lg flex-col gap-2">
      <div
        ref={rail}
        role="radiogroup"
        aria-label="Stage of the reveal"
        onPointerMove={follow}
        className="flex touch-pan-y"
      >
        {REVEAL_STAGE_IDS.map((status, at) => (
          <label key={status} className="relative flex h-14 flex-1 cursor-pointer items-center justify-center">
            <input
              type="radio"
              name="reveal-stage"
              checked={stage === at}
              onChange={() => onChange(at)}
              className="peer sr-only"
              aria-label={STAGE_COPY[status].title}
            />
            <span aria-hidden className={cx('absolute inset-x-0 h-px', at <= stage ? 'bg-accent' : 'bg-line-strong')} />
            <span
              aria-hidden
              className={cx(
                'relative rounded-full ring-4 ring-bg-deep transition-all duration-300 ease-spring peer-focus-visible:outline-2 peer-focus-visible:outline-offset-4 peer-focus-visible:outline-accent-text',
                at === stage ? 'size-7 bg-accent' : at < stage ? 'size-3.5 bg-accent' : 'size-3.5 bg-line-strong',
              )}
            />
          </label>
        ))}
      </div>
      <p className="text-xs text-ink-faint">{REVEAL.hint}</p>
    </div>
  );
}
