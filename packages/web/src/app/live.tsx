import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { renewOrLeave } from '../features/auth/session.tsx';
import { useInsights } from '../features/bgp/bgp.hooks.ts';
import { ChatProvider } from '../features/chat/chat-provider.tsx';
import { MutualMoment } from '../features/match/components/mutual-match-dialog.tsx';
import { useMatches, useStartConversation } from '../features/match/match.hooks.ts';
import { celebrate, endCelebration, useMutualMoment } from '../features/match/mutual.store.ts';
import { useLiveNotifications } from '../features/notifications/notifications.hooks.ts';
import { useMe } from '../features/profile/profile.hooks.ts';
import { QUERY_ROOTS } from '../lib/query-keys.ts';
import { useRealtimeEvent, useSyncEvent } from '../lib/realtime/realtime-context.ts';
import { RealtimeProvider } from '../lib/realtime/realtime-provider.tsx';
import { useAccount } from './use-account.ts';

/** The live connection and what lives from it, for whoever may connect. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const account = useAccount();
  const allowed = account.status === 'signed_in' && account.isVerified === true;
  return (
    <RealtimeProvider allowed={allowed}>
      <ChatProvider>{children}</ChatProvider>
    </RealtimeProvider>
  );
}

type Root = keyof typeof QUERY_ROOTS;

/** Events that make something known old, and what. */
const MAKES_OLD = {
  new_match: ['match'],
  match_liked: ['match'],
  match_mutual: ['match'],
  match_passed: ['match', 'chat', 'reveal'],
  match_expired: ['match', 'chat', 'reveal'],
  pending_matches: ['match'],
  compatibility_update: ['match'],
  reveal_request: ['reveal', 'match'],
  reveal_accepted: ['reveal', 'match', 'chat'],
  reveal_declined: ['reveal', 'match'],
  reveal_mutual: ['reveal', 'match', 'chat'],
  reveal_stage_update: ['reveal', 'match', 'chat'],
  bgp_update: ['bgp', 'me'],
  bgp_sync: ['bgp'],
  trust_score_update: ['me', 'match'],
  ai_insight: ['wingman'],
} as const satisfies Partial<Record<Parameters<typeof useRealtimeEvent>[0], readonly Root[]>>;

/** Pages on which a mutual match takes the whole screen; elsewhere its notification is enough. */
const CELEBRATING = ['/matching', '/dashboard'];

/** What live events do to all that is known and shown. It stands once in the shell of a signed-in person. */
export function LiveUpdates() {
  const { pathname } = useLocation();
  useStaleness();
  useLiveNotifications();
  // A session that was ended on another device is noticed at once, not at the next call.
  useRealtimeEvent('auth_failed', () => void renewOrLeave());
  useRealtimeEvent('auth_expired', () => void renewOrLeave());
  // The profile is asked on sign-in, and its insights every half hour, whatever page is open.
  useInsights();
  useRealtimeEvent('match_mutual', ({ match_id }) => {
    if (CELEBRATING.includes(pathname)) celebrate(match_id);
  });
  return <Celebration />;
}

function useStaleness(): void {
  const client = useQueryClient();
  const makeOld = (roots: readonly Root[]) => {
    for (const root of roots) void client.invalidateQueries({ queryKey: QUERY_ROOTS[root] });
  };
  for (const type of Object.keys(MAKES_OLD) as (keyof typeof MAKES_OLD)[]) {
    // biome-ignore lint/correctness/useHookAtTopLevel: the list of types never changes
    useRealtimeEvent(type, () => makeOld(MAKES_OLD[type]));
  }
  // What was asked before the link stood may have missed an event meanwhile.
  useRealtimeEvent('auth_success', () => makeOld(['match', 'reveal', 'chat', 'notifications']));
  useSyncEvent('match_states', () => makeOld(['match']));
  useSyncEvent('reveal_states', () => makeOld(['reveal', 'match']));
  useSyncEvent('unread_counts', () => makeOld(['chat', 'notifications']));
}

function Celebration() {
  const id = useMutualMoment();
  const navigate = useNavigate();
  const aura = useMe().data?.aura;
  const verified = useAccount().isVerified === true;
  const match = useMatches(verified).data?.matches.find((m) => m.id === id && m.mutual_match);
  const start = useStartConversation((conversationId) => {
    endCelebration();
    void navigate(`/chat/${conversationId}`);
  });
  if (!match) return null;
  return (
    <MutualMoment
      match={match}
      aura={aura}
      starting={start.isPending}
      onStart={() => start.start(match)}
      onClose={endCelebration}
    />
  );
}
