import type { TrustProfile } from '@soulsight/contract/trust';
import { BadgeCheck, CircleDashed } from 'lucide-react';
import { navigateTo } from '../../../lib/browser/navigation.ts';
import { formatDate } from '../../../lib/format.ts';
import { PATHS, settingsPath } from '../../../lib/paths.ts';
import { toast } from '../../../lib/toast.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, CardTitle } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ScoreRing } from '../../../ui/score-ring.tsx';
import { CardsSkeleton } from '../../../ui/skeleton.tsx';
import { useTrust, useVerify } from '../trust.hooks.ts';
import { describeSelfie, SelfieAction } from './selfie-check.tsx';

type TrustChange = TrustProfile['changes'][number];

const KINDS = { email: 'Email', phone: 'Phone', photo: 'Selfie check' } as const;
type Contact = 'email' | 'phone';
/** Where the user can verify each. */
const NEXT_ACTIONS: Record<Contact, { label: string; onClick: () => void }> = {
  email: { label: 'Verify', onClick: () => navigateTo(PATHS.verifyEmail) },
  phone: { label: 'Settings', onClick: () => navigateTo(settingsPath('sign-in')) },
};

/** Empty for changes too small to show in the score. */
function formatPoints(points: number): string {
  if (Math.abs(points) < 0.05) return '';
  return `${points > 0 ? '+' : '−'}${Math.abs(points).toFixed(1)} · `;
}

interface SumOfChanges extends TrustChange {
  times: number;
}

/** Changes of one day with one reason are one row. */
function sumUp(changes: readonly TrustChange[]): SumOfChanges[] {
  const groups = Map.groupBy(changes, ({ at, reason }) => `${formatDate(at)} ${reason}`);
  return [...groups.values()].flatMap(([newest, ...others]) =>
    newest
      ? [
          {
            ...newest,
            points: others.reduce((sum, { points }) => sum + points, newest.points),
            times: others.length + 1,
          },
        ]
      : [],
  );
}

/** The trust score, its verifications, and every change with its reason. */
export function TrustCard() {
  const trust = useTrust();
  const verify = useVerify();
  if (trust.isPending) return <CardsSkeleton lines={[3, 4, 3]} />;
  if (trust.isLoadingError) return <ErrorState error={trust.error} onRetry={() => trust.refetch()} />;
  const { trust_score, is_new, verifications, changes } = trust.data;

  function ask(kind: Contact) {
    verify.mutate(kind, {
      onSuccess: ({ detail, status }) => {
        if (status === 'verified') toast.success(detail);
        else toast.info(detail, status === 'needs_action' ? { action: NEXT_ACTIONS[kind] } : {});
      },
    });
  }

  return (
    <div className="flex flex-col gap-6">
      <Card className="flex flex-col items-center gap-6 sm:flex-row">
        <ScoreRing value={trust_score} label="Trust score" tone="good" size={120} />
        <div className="flex flex-col gap-2">
          {is_new && <Badge>New</Badge>}
          <p className="text-ink-soft">
            {is_new
              ? 'Everyone starts at 85. It changes as people get to know you.'
              : 'It goes up when you keep your word here, and down only when a moderator upholds a report.'}
          </p>
        </div>
      </Card>
      <Card>
        <CardTitle>Verified</CardTitle>
        <ul className="flex flex-col divide-y divide-line">
          {(Object.keys(KINDS) as (keyof typeof KINDS)[]).map((kind) => (
            <li key={kind} className="flex min-h-14 items-center justify-between gap-4">
              <span className="flex items-center gap-3">
                {verifications[kind] ? (
                  <BadgeCheck aria-hidden className="size-5 shrink-0 text-good" />
                ) : (
                  <CircleDashed aria-hidden className="size-5 shrink-0 text-ink-faint" />
                )}
                <span className="flex flex-col py-2">
                  {KINDS[kind]}
                  {kind === 'photo' && <span className="text-xs text-ink-faint">{describeSelfie(trust.data)}</span>}
                </span>
              </span>
              {verifications[kind] ? (
                <span className="text-sm text-good">Verified</span>
              ) : kind === 'photo' ? (
                <SelfieAction selfie={trust.data.selfie} />
              ) : (
                <Button
                  variant="ghost"
                  size="sm"
                  className="-mr-3"
                  loading={verify.isPending && verify.variables === kind}
                  onClick={() => ask(kind)}
                >
                  Verify
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Card>
      <Card>
        <CardTitle>What changed it</CardTitle>
        {changes.length === 0 ? (
          <p className="text-ink-soft">Nothing yet.</p>
        ) : (
          <ol className="flex flex-col gap-3">
            {sumUp(changes).map(({ at, reason, points, times }) => (
              <li key={`${at} ${reason}`} className="flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
                <span>
                  {reason}
                  {times > 1 && <span className="whitespace-nowrap text-ink-faint"> {times} times</span>}
                </span>
                <span className="shrink-0 text-ink-faint tabular-nums">
                  {formatPoints(points)}
                  {formatDate(at)}
                </span>
              </li>
            ))}
          </ol>
        )}
      </Card>
    </div>
  );
}
