import { Heart, Undo2, X } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { MATCH_COPY } from '../match.copy.ts';

export interface DecisionBarProps {
  onPass: () => void;
  onAccept: () => void;
  busy: boolean;
}

export function DecisionBar({ onPass, onAccept, busy }: DecisionBarProps) {
  return (
    <div className="flex w-full gap-3 rounded-full bg-overlay/90 p-2 shadow-lg ring-1 ring-line backdrop-blur-xl lg:w-fit">
      <Button
        variant="secondary"
        className="flex-1"
        disabled={busy}
        onClick={onPass}
        aria-keyshortcuts="ArrowLeft"
        icon={<X aria-hidden className="size-5" />}
      >
        {MATCH_COPY.pass}
      </Button>
      <Button
        className="flex-1"
        disabled={busy}
        onClick={onAccept}
        aria-keyshortcuts="ArrowRight"
        icon={<Heart aria-hidden className="size-5" />}
      >
        {MATCH_COPY.accept}
      </Button>
    </div>
  );
}

/** Offers to undo a pass, and to say why. */
export function UndoBar({ onUndo, onReason }: { onUndo: () => void; onReason: (reason: string) => void }) {
  return (
    <div
      role="status"
      className="mx-auto flex w-fit max-w-full animate-rise flex-wrap items-center justify-center gap-1 rounded-xl bg-raised px-5 py-1 text-sm text-ink-soft"
    >
      {MATCH_COPY.passed}
      <Button
        variant="ghost"
        size="sm"
        onClick={onUndo}
        aria-keyshortcuts="Z"
        icon={<Undo2 aria-hidden className="size-4" />}
      >
        {MATCH_COPY.undo}
      </Button>
      <span className="basis-full text-center text-xs text-ink-faint">{MATCH_COPY.whyPassed}</span>
      {MATCH_COPY.passReasons.map((reason) => (
        <Button key={reason} variant="ghost" size="sm" onClick={() => onReason(reason)}>
          {reason}
        </Button>
      ))}
    </div>
  );
}
