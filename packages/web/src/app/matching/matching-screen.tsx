import type { Match } from '@soulsight/contract/match';
import { Suspense } from 'react';
import { useNavigate } from 'react-router';
import { useBgpProfile, useReportView } from '../../features/bgp/bgp.hooks.ts';
import { Discovery } from '../../features/match/components/discovery.tsx';
import { LikesLink } from '../../features/match/components/likes-link.tsx';
import { MatchLists, PassedList } from '../../features/match/components/match-lists.tsx';
import { MATCH_COPY } from '../../features/match/match.copy.ts';
import {
  useLetKnow,
  useLikes,
  usePassed,
  useStartConversation,
  useUndoPass,
} from '../../features/match/match.hooks.ts';
import { useDiscovery } from '../../features/match/use-discovery.ts';
import { useMe } from '../../features/profile/profile.hooks.ts';
import { DATA_ERRORS } from '../../lib/errors/catalogue.ts';
import { getDataErrorTitle } from '../../lib/errors/data-error.ts';
import { conversationPath, PAGES } from '../../lib/paths.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { lazyPart, RetrySilently } from '../../ui/lazy-part.tsx';
import { MatchingLoader } from '../../ui/loaders/matching-loader.tsx';
import { Page } from '../../ui/page.tsx';
import { MatchMenu } from './match-menu.tsx';
import { useUndoHint } from './use-undo-hint.ts';

/** Only where a conversation takes a while to start. */
const OverlayLoader = lazyPart(() => import('../../ui/loaders/overlay-loader.tsx'), 'OverlayLoader', RetrySilently);

/** /matching: the current suggestion, and the lists of existing matches. */
export function MatchingScreen() {
  const discovery = useDiscovery();
  const navigate = useNavigate();
  const start = useStartConversation((id) => navigate(conversationPath(id)));
  const aura = useMe().data?.aura;
  const { profile, isAwaited } = useBgpProfile();
  const isReady = profile?.ready_for_matching ?? true;
  const { matches, sorted, limits } = discovery;
  const passed = usePassed(limits?.daily_matches_limit === null);
  const isFree = limits !== undefined && limits.daily_matches_limit !== null;
  const hasUndoHint = useUndoHint((isFree && discovery.passed?.id) || null);
  const undo = useUndoPass();
  const { data: likes, isPending, failureCount } = useLikes();
  // The content above the suggestion appears together with it, so that the suggestion does not move.
  const isLoading = matches.isPending || (!matches.isLoadingError && (isAwaited || (isPending && failureCount === 0)));
  const tell = useLetKnow();
  const letKnow = likes?.open_likes_left ? (match: Match) => tell.mutate(match.id) : null;
  useReportView(discovery.current?.id);
  return (
    <Page title={PAGES.matching.title}>
      <h1 className="sr-only">{PAGES.matching.title}</h1>
      <Suspense>{start.isPending && <OverlayLoader open />}</Suspense>
      {isLoading && <MatchingLoader {...(aura ? { aura } : {})} />}
      {matches.isLoadingError && (
        <ErrorState
          title={getDataErrorTitle(matches.error, DATA_ERRORS.matchesNetwork, DATA_ERRORS.matchesFailed)}
          error={matches.error}
          context="matching"
          onRetry={() => void matches.refetch()}
          retrying={matches.isFetching}
        />
      )}
      {matches.data && !isLoading && (
        <div className="flex flex-col gap-16">
          {!isReady && <p className="-mb-8 text-center text-sm text-ink-faint">{MATCH_COPY.widerGuess}</p>}
          {likes && <LikesLink amount={likes.amount} />}
          <Discovery
            discovery={discovery}
            aura={aura}
            menu={(match) => <MatchMenu match={match} />}
            letKnow={letKnow}
            isTelling={tell.isPending}
            hasUndoHint={hasUndoHint}
          />
          <MatchLists
            people={sorted}
            onStart={start.start}
            starting={start.isPending ? (start.variables?.id ?? null) : null}
            menu={(match) => <MatchMenu match={match} />}
            letKnow={letKnow}
            telling={tell.isPending ? tell.variables : null}
          />
          <PassedList
            passed={passed.filter(({ id }) => id !== discovery.passed?.id)}
            onUndo={(id) => undo.mutate(id)}
            busy={undo.isPending}
            menu={(match) => <MatchMenu match={match} />}
          />
        </div>
      )}
    </Page>
  );
}
