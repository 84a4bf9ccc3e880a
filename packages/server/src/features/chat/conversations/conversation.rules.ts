import type { UsageLimits } from '@soulsight/contract/match';

export function mayStartConversation(limits: UsageLimits): boolean {
  return limits.conversation_limit === null || limits.active_conversations < limits.conversation_limit;
}
