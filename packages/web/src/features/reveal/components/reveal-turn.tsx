import type { RevealState } from '@soulsight/contract/reveal';
import { revealStage } from '@soulsight/contract/reveal-stages';
import { Sprout } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatWeekdayTime } from '../../../lib/format.ts';
import { useInterval } from '../../../lib/hooks/use-interval.ts';
import { profilePath } from '../../../lib/paths.ts';
import { personName } from '../../../lib/person.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { AlertDialog } from '../../../ui/dialog.tsx';
import { REVEAL_COPY, STAGES, WAIT_TITLES } from '../reveal.copy.ts';
import { useAcceptReveal, useAskReveal, useDeclineReveal } from '../reveal.hooks.ts';
import { getRevealTurn, type RevealTurn } from '../reveal.rules.ts';

const CLOCK_MS = 1_000;

export interface RevealTurnProps {
  state: RevealState;
  me: string;
  /** Whether the user has a photo to reveal. */
  hasPhoto: boolean;
}

/** What happens next in the reveal, and whose turn it is. */
export function RevealTurnPanel({ state, me, hasPhoto }: RevealTurnProps) {
  const turn = getRevealTurn(state, me);
  const lacksPhotoFor = (stage: number) => !hasPhoto && revealStage(stage).photo !== null;
  const blocked = 'stage' in turn && lacksPhotoFor(turn.stage);
  return (
    <section
      aria-live="polite"
      className="flex flex-col gap-5 rounded-xl bg-surface p-6 ring-1 ring-inset ring-line sm:p-7"
    >
      <TurnContent turn={turn} state={state} blocked={blocked} />
      {state.demo_clock && turn.kind !== 'all_open' && <p className="text-sm text-ink-soft">{REVEAL_COPY.demoClock}</p>}
      {(blocked || lacksPhotoFor(state.stage)) && (
        <div className="flex flex-col items-start gap-3 border-t border-line pt-5 text-sm text-ink-soft">
          <p>{REVEAL_COPY.photoFirst}</p>
          <ButtonLink to={profilePath('photos')} variant="secondary" size="sm">
            {REVEAL_COPY.addPhoto}
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

interface TurnProps {
  turn: RevealTurn;
  state: RevealState;
  blocked: boolean;
}

function TurnContent({ turn, state, blocked }: TurnProps) {
  const name = personName(state.person);
  switch (turn.kind) {
    case 'all_open':
      return (
        <TurnText title="You see each other">{`Nothing is hidden between you and ${name} any more. What comes next is up to you two.`}</TurnText>
      );
    case 'answer':
      return <Answer state={state} stage={turn.stage} blocked={blocked} />;
    case 'waiting':
      return (
        <TurnText title={`You asked to ${stageCopyFor(turn.stage).action}`}>
          {`${name} hasn't answered yet. There's no rush: it unlocks for both of you, or not at all.`}
        </TurnText>
      );
    case 'later':
      return <AskAgainLater title={WAIT_TITLES[turn.because](name)} until={turn.until} />;
    case 'early':
      return <OpensLater state={state} {...turn} />;
    case 'grow':
      return (
        <>
          <TurnText title={`${stageCopyFor(turn.stage).name} unlocks at ${Math.round(turn.needs)}% trust`}>
            {`You two are at ${Math.round(state.trust_level)}%. It grows as you both open up.`}
          </TurnText>
          <Hints hints={state.trust_hints} />
        </>
      );
    case 'ask':
      return <Ask state={state} stage={turn.stage} blocked={blocked} />;
  }
}

function stageCopyFor(stage: number) {
  return STAGES[revealStage(stage).id];
}

function TurnText({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2">
      <h2 className="display text-2xl">{title}</h2>
      <p className="text-ink-soft">{children}</p>
    </div>
  );
}

function Hints({ hints }: { hints: readonly string[] }) {
  if (hints.length === 0) return null;
  return (
    <ul className="flex flex-col gap-2.5">
      {hints.map((hint) => (
        <li key={hint} className="flex gap-3 text-ink-soft">
          <Sprout aria-hidden className="mt-1 size-4 shrink-0 text-good" />
          {hint}
        </li>
      ))}
    </ul>
  );
}

function Ask({ state, stage, blocked }: { state: RevealState; stage: number; blocked: boolean }) {
  const ask = useAskReveal();
  const { action, opens } = stageCopyFor(stage);
  return (
    <>
      <TurnText
        title={`Ready to ${action}`}
      >{`It shows both of you: ${lowerFirst(opens)}. ${personName(state.person)} decides whether to unlock it.`}</TurnText>
      <Button
        className="self-start"
        disabled={blocked}
        loading={ask.isPending}
        onClick={() => ask.mutate({ matchId: state.match_id, stage })}
      >
        {REVEAL_COPY.ask} {action}
      </Button>
    </>
  );
}

function Answer({ state, stage, blocked }: { state: RevealState; stage: number; blocked: boolean }) {
  const accept = useAcceptReveal();
  const decline = useDeclineReveal();
  const [asking, setAsking] = useState(false);
  const step = { matchId: state.match_id, stage };
  const them = personName(state.person);
  const { action, opens } = stageCopyFor(stage);
  return (
    <>
      <TurnText title={`${them} wants to ${action}`}>{`It shows both of you: ${lowerFirst(opens)}.`}</TurnText>
      <div className="flex flex-wrap gap-3">
        <Button disabled={blocked} loading={accept.isPending} onClick={() => accept.mutate(step)}>
          {REVEAL_COPY.accept}
        </Button>
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {REVEAL_COPY.decline}
        </Button>
      </div>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title="A little more time?"
        description={`We'll let ${them} know kindly, and they can ask again ${state.demo_clock ? 'in a minute' : 'tomorrow'}. Nothing else changes between you.`}
        confirmLabel={REVEAL_COPY.decline}
        loading={decline.isPending}
        onConfirm={() => decline.mutate(step, { onSettled: () => setAsking(false) })}
      />
    </>
  );
}

function AskAgainLater({ title, until }: { title: string; until: string }) {
  const isOver = useIsPast(until);
  return (
    <TurnText title={title}>
      {isOver
        ? 'You can ask again.'
        : `You can ask again on ${formatWeekdayTime(until)}. Until then, just keep talking.`}
    </TurnText>
  );
}

function OpensLater({ state, stage, opensAt }: { state: RevealState; stage: number; opensAt: string }) {
  const isOver = useIsPast(opensAt);
  const soonest = state.demo_clock ? 'a minute' : 'a day';
  return (
    <TurnText title={`${stageCopyFor(stage).name} needs a little more time`}>
      {isOver
        ? 'You can ask now.'
        : `You trust each other enough. This stage opens ${soonest} after you matched at the earliest, on ${formatWeekdayTime(opensAt)}.`}
    </TurnText>
  );
}

/** Whether an instant has passed; checked every second, because with a demo person it is near. */
function useIsPast(instant: string): boolean {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), CLOCK_MS);
  return Date.parse(instant) <= now;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
