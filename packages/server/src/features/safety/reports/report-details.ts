import type { Core } from '../../../core/core.ts';
import type { Db } from '../../../core/db/types.ts';
import type { Evidence } from '../safety.deps.ts';
import { type Addition, reportVaultOwner } from '../safety.rules.ts';
import type { ReportRow } from '../safety.store.ts';

/** `stage`: the reveal stage that the two had reached; absent in older reports. */
export type ReportDetails = { details: string; evidence: Evidence[]; stage?: number; more?: Addition[] };
export type OpenedReport = { row: ReportRow; details: ReportDetails };

export function openReportDetails(
  vault: Pick<Core['vault'], 'openJson'>,
  db: Db,
  { id, details }: Pick<ReportRow, 'id' | 'details'>,
): Promise<ReportDetails> {
  return vault.openJson<ReportDetails>(db, reportVaultOwner(id), details);
}

/** How often something was added to a report; a decision names the number that its moderator saw. */
export function countAdditions({ more = [] }: Pick<ReportDetails, 'more'>): number {
  return more.length;
}
