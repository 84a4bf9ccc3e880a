import type { RevealRequest } from '@soulsight/contract/reveal';
import type { RequestRow } from './reveal.store.ts';

/** An open request. */
export function presentRequest(row: RequestRow): RevealRequest {
  return {
    id: row.id,
    match_id: row.matchId,
    requester_id: row.requesterId,
    stage: row.stage,
    status: 'pending',
    created_at: row.createdAt.toISOString(),
  };
}
