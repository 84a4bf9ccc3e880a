import { Heart, X } from 'lucide-react';
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
        className="flex-1 px-2! lg:px-5!"
        disabled={busy}
        onClick={onPass}
        aria-keyshortcuts="ArrowLeft"
        icon={<X aria-hidden className="size-5" />}
      >
        {MATCH_COPY.pass}
      </Button>
      <Button
        className="flex-1 px-2! lg:px-5!"
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
