import type { Match } from '@soulsight/contract/match';
import { MATCH_COPY } from '../match.copy.ts';
import { mutualYesPer100 } from '../match.rules.ts';

/** What the score means, for those who ask. */
export function CompatibilityMeaning({ match }: { match: Match }) {
  const { scores } = MATCH_COPY;
  const score = Math.round(match.compatibility_score);
  return (
    <details className="text-sm text-ink-soft">
      <summary className="min-h-11 cursor-pointer content-center text-accent-text underline-offset-4 hover:underline">
        {scores.ask}
      </summary>
      <p className="max-w-prose">
        {scores.meaning}{' '}
        {match.compatibility_range.too_early ? scores.tooEarlyMeaning : scores.share(score, mutualYesPer100(score))}{' '}
        {scores.ownDecisions}
      </p>
    </details>
  );
}
