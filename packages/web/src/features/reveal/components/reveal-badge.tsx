import { cx } from 'class-variance-authority';
import { revealPath } from '../../../lib/paths.ts';
import { Link } from '../../../ui/link.tsx';
import { useReveal } from '../reveal.hooks.ts';
import { getRevealTurn } from '../reveal.rules.ts';
import { StageDots } from './stage-path.tsx';

export interface RevealBadgeProps {
  matchId: string;
  /** The stage to show until the reveal has loaded. */
  stage: number;
  me: string;
}

/** The reveal stage of a conversation; highlighted when the other user asks for the next stage. */
export function RevealBadge({ matchId, stage, me }: RevealBadgeProps) {
  const reveal = useReveal(matchId);
  const asked = reveal.data !== undefined && getRevealTurn(reveal.data, me).kind === 'answer';
  return (
    <Link
      to={revealPath(matchId)}
      className={cx(
        'flex min-h-11 shrink-0 items-center gap-2.5 rounded-full px-3.5 text-xs transition',
        asked ? 'bg-accent-soft text-accent-text ring-1 ring-accent-text lg:ring-0' : 'text-ink-faint hover:bg-raised',
      )}
    >
      <StageDots stage={reveal.data?.stage ?? stage} />
      {asked ? (
        <span className="sr-only font-medium lg:not-sr-only">Wants to unlock</span>
      ) : (
        reveal.data && (
          <span className="hidden tabular-nums lg:inline">{Math.round(reveal.data.trust_level)}% trust</span>
        )
      )}
    </Link>
  );
}
