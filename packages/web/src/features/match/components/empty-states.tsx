import type { Aura as AuraTraits } from '@soulsight/contract/aura';
import { ERRORS } from '@soulsight/contract/errors';
import type { UsageLimits } from '@soulsight/contract/match';
import { Sparkles } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { getErrorMessage } from '../../../lib/errors/messages.ts';
import { formatCountdown } from '../../../lib/format.ts';
import { useInterval } from '../../../lib/hooks/use-interval.ts';
import { PATHS, profilePath } from '../../../lib/paths.ts';
import { Aura } from '../../../ui/aura/aura.tsx';
import { WELCOME_AURA } from '../../../ui/aura/welcome-aura.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { MATCH_COPY } from '../match.copy.ts';
import { countMatchesLeft } from '../match.rules.ts';

/** Before a search: what it does, and how many people are left today. */
export function ReadyToMeet({
  aura,
  limits,
  onFind,
}: {
  aura?: AuraTraits | undefined;
  limits: UsageLimits | undefined;
  onFind: () => void;
}) {
  const left = limits ? countMatchesLeft(limits) : null;
  return (
    <EmptyState
      art={<Aura aura={aura ?? WELCOME_AURA} className="empty-art" />}
      title={MATCH_COPY.ready.title}
      action={
        <Button size="lg" onClick={onFind} icon={<Sparkles aria-hidden className="size-5" />}>
          {MATCH_COPY.ready.action}
        </Button>
      }
    >
      <p>{MATCH_COPY.ready.body}</p>
      {left !== null && (
        <p className="mt-3 text-sm text-ink-faint">{left === 1 ? '1 new person today' : `${left} new people today`}</p>
      )}
    </EmptyState>
  );
}

/** The clock of this device may be ahead of the server's. */
const ASK_AGAIN_MS = 60_000;

/**
 * The daily limit is reached: a countdown to the next match, and an upgrade link. Calls `onOver` when the countdown ends, and every
 * minute from then on.
 */
export function LimitReached({ limits, onOver }: { limits: UsageLimits; onOver: () => void }) {
  const until = limits.next_match_available ? Date.parse(limits.next_match_available) : null;
  const [now, setNow] = useState(() => Date.now());
  const askFrom = useRef(0);
  useInterval(
    () => {
      const next = Date.now();
      setNow(next);
      if (until === null || next < until || next < askFrom.current) return;
      askFrom.current = next + ASK_AGAIN_MS;
      onOver();
    },
    until === null ? null : 1_000,
  );
  return (
    <EmptyState
      art={<Aura aura={WELCOME_AURA} className="empty-art" />}
      title={MATCH_COPY.limit.title}
      action={
        <ButtonLink variant="gold" to={PATHS.subscription}>
          {MATCH_COPY.limit.upgrade}
        </ButtonLink>
      }
    >
      <p>{ERRORS.daily_match_limit.detail}</p>
      {until !== null && (
        <p role="timer" className="mt-3 text-sm text-ink-faint">
          Your next match in{' '}
          <strong className="font-medium text-ink tabular-nums">{formatCountdown(until - now)}</strong>
        </p>
      )}
    </EmptyState>
  );
}

/** Nobody is left, or onboarding is incomplete: what the user can do about it. */
export function NobodyFound({ error, onAgain }: { error: ApiError; onAgain: () => void }) {
  const incomplete = error.code === 'onboarding_incomplete';
  const copy = MATCH_COPY.nobody;
  return (
    <EmptyState
      art={<Aura aura={WELCOME_AURA} className="empty-art" still />}
      title={incomplete ? MATCH_COPY.onboarding.title : copy.title}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink to={incomplete ? PATHS.profile : profilePath('wishes')}>
            {incomplete ? MATCH_COPY.onboarding.action : copy.widen}
          </ButtonLink>
          {!incomplete && (
            <Button variant="secondary" onClick={onAgain}>
              {copy.again}
            </Button>
          )}
        </div>
      }
    >
      {getErrorMessage(error)}
    </EmptyState>
  );
}
