import type { RevealRequest } from '@soulsight/contract/reveal';
import type { RequestRow } from './reveal.store.ts';

export function presentRequest(row: RequestRow): RevealRequest {
  return {
    id: row.id,
    match_id: row.matchId,
    requester_id: row.requesterId,
    stage: row.stage,
    status: row.status,
    created_at: row.createdAt.toISOString(),
  };
}
