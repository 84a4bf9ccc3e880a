import type { UsageLimits } from '@soulsight/contract/match';

/** Whether the plan has room for one more active conversation. */
export function hasRoom(limits: UsageLimits): boolean {
  return limits.conversation_limit === null || limits.active_conversations < limits.conversation_limit;
}
