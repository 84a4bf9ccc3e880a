import type { Tx } from '../../../core/db/types.ts';
import type { MatchContext } from '../match.context.ts';
import { isOver } from '../match.rules.ts';
import { type MatchRow, type SideRow, updateState } from '../match.store.ts';
import { updateDecision } from './decision.store.ts';
import type { toDecision } from './decision.ts';

/**
 * Ends an open match for one of its users. The other one keeps theirs, so that nothing tells them of the decision: their suggestion
 * lives as long as any, and their like waits like any other. The match closes when nobody is left who has it.
 */
export async function endSide(
  { clock }: Pick<MatchContext, 'clock'>,
  tx: Tx,
  { match, mine, theirs }: { match: MatchRow; mine: SideRow; theirs: SideRow | null },
  change: ReturnType<typeof toDecision<'passed' | 'expired'>>,
): Promise<void> {
  const now = clock.now();
  await updateDecision(tx, match.id, mine.userId, change, now);
  if (theirs && !isOver(theirs.decision)) return;
  await updateState(tx, match.id, { state: 'closed', closedBecause: change.decision }, now);
}
