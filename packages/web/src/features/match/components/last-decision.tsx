import type { Match } from '@soulsight/contract/match';
import { cx } from 'class-variance-authority';
import { Undo2 } from 'lucide-react';
import { PATHS } from '../../../lib/paths.ts';
import { personName } from '../../../lib/person.ts';
import { Button } from '../../../ui/button.tsx';
import { Link } from '../../../ui/link.tsx';
import { MATCH_COPY } from '../match.copy.ts';
import type { useDiscovery } from '../use-discovery.ts';

export interface LastDecisionProps {
  discovery: ReturnType<typeof useDiscovery>;
  /** Lets the person of a like know of it; null when nobody more may be told today. */
  letKnow: ((match: Match) => void) | null;
  isTelling: boolean;
  /** Says with the last pass what premium would add. */
  hasUndoHint: boolean;
}

/** What can still be done about the last pass or like. Renders nothing otherwise. */
export function LastDecision({ discovery, letKnow, isTelling, hasUndoHint }: LastDecisionProps) {
  const { passed, liked, isExplained, undo, giveReason, dismissLiked } = discovery;
  if (passed)
    return (
      <UndoBar
        name={personName(passed.person)}
        hasHint={hasUndoHint}
        isExplained={isExplained}
        onUndo={undo}
        onReason={giveReason}
      />
    );
  return (
    liked && (
      <LikedBar
        name={personName(liked.person)}
        isOpen={liked.open_like}
        onLetKnow={letKnow && (() => letKnow(liked))}
        onDismiss={dismissLiked}
        busy={isTelling}
      />
    )
  );
}

const BAR =
  'mx-auto flex max-w-full animate-rise flex-wrap items-center justify-center gap-1 rounded-xl bg-raised px-5 py-1 text-sm max-[18rem]:py-3 text-ink-soft shadow-lg ring-1 ring-line';

interface LikedBarProps {
  name: string;
  /** The person was let know. */
  isOpen: boolean;
  /** Null when nobody more may be told today. */
  onLetKnow: (() => void) | null;
  onDismiss: () => void;
  busy: boolean;
}

/** After a like that waits for its answer: offers to let the person know. */
function LikedBar({ name, isOpen, onLetKnow, onDismiss, busy }: LikedBarProps) {
  const copy = MATCH_COPY.letKnow;
  return (
    <div role="status" className={cx(BAR, 'w-fit py-2 sm:max-w-[min(32rem,100%)] lg:max-w-[52rem]')}>
      <span className="basis-full py-1 text-center text-balance lg:basis-auto lg:pr-2">
        {isOpen ? copy.told(name) : copy.hidden(name)}
      </span>
      {!isOpen && onLetKnow && (
        <>
          <Button variant="secondary" size="sm" loading={busy} onClick={onLetKnow}>
            {copy.action}
          </Button>
          <Button variant="ghost" size="sm" disabled={busy} onClick={onDismiss}>
            {copy.keep}
          </Button>
          <span className="basis-full py-1 text-center text-xs text-balance">{copy.meaning}</span>
        </>
      )}
    </div>
  );
}

interface UndoBarProps {
  name: string;
  hasHint: boolean;
  /** A reason was given. */
  isExplained: boolean;
  onUndo: () => void;
  onReason: (reason: string) => void;
}

/** Offers to undo a pass, and to say why. */
function UndoBar({ name, hasHint, isExplained, onUndo, onReason }: UndoBarProps) {
  return (
    <div role="status" className={cx(BAR, 'w-fit sm:max-w-[min(42rem,100%)]')}>
      {MATCH_COPY.passed(name)}
      <Button
        variant="ghost"
        size="sm"
        onClick={onUndo}
        aria-keyshortcuts="Control+Z Meta+Z"
        icon={<Undo2 aria-hidden className="size-4" />}
      >
        {MATCH_COPY.undo}
      </Button>
      <span className="basis-full pb-1 text-center text-xs text-ink-faint lg:basis-auto lg:pb-0 lg:pl-2">
        {isExplained ? MATCH_COPY.explained : MATCH_COPY.whyPassed}
      </span>
      {!isExplained && (
        // One line, which scrolls on a phone: the bar stands above the next person. With large text a line shows less than one of them.
        <span className="-mx-5 flex basis-[calc(100%+2.5rem)] gap-1 overflow-x-auto pr-8 pl-5 min-[18rem]:max-sm:fade-end max-[18rem]:flex-wrap sm:flex-wrap sm:justify-center sm:pr-5 lg:mx-0 lg:basis-auto lg:px-0">
          {MATCH_COPY.passReasons.map((reason) => (
            <Button
              key={reason}
              variant="secondary"
              size="sm"
              className="min-[18rem]:shrink-0"
              onClick={() => onReason(reason)}
            >
              {reason}
            </Button>
          ))}
        </span>
      )}
      {hasHint && (
        <span className="flex basis-full flex-wrap items-center justify-center gap-x-2 text-center text-xs">
          {MATCH_COPY.undoHint}
          <Link to={PATHS.subscription} className="grid min-h-11 place-items-center text-accent-text underline">
            {MATCH_COPY.undoHintAction}
          </Link>
        </span>
      )}
    </div>
  );
}
