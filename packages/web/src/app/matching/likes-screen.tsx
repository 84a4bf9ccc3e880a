import { BlurredLikes, LikesList, NoLikes } from '../../features/match/components/likes.tsx';
import { MATCH_COPY } from '../../features/match/match.copy.ts';
import { useAccept, useLikers, useLikes, useReject } from '../../features/match/match.hooks.ts';
import { useMe } from '../../features/profile/profile.hooks.ts';
import { PAGES } from '../../lib/paths.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { MatchMenu } from './match-menu.tsx';

/** /matching/likes: the people who let the user know that they like them; without premium, roughly how many they are. */
export function LikesScreen() {
  const me = useMe();
  const likes = useLikes();
  const isPremium = me.data?.subscription.plan === 'premium';
  const likers = useLikers(isPremium);
  const accept = useAccept();
  const pass = useReject();
  const amount = likes.data?.amount;
  const people = likers.data?.matches;
  const failed = [me, likes, likers].find((query) => query.isLoadingError);
  const isShown = me.data && amount && (!isPremium || people);
  const isEmpty = isPremium ? people?.length === 0 : amount === 'none';
  return (
    <Page title={PAGES.likes.title}>
      <PageHeader title={PAGES.likes.title} lead={people && people.length > 0 ? MATCH_COPY.likes.lead : undefined} />
      {failed && (
        <ErrorState
          error={failed.error}
          context="matching"
          onRetry={() => void failed.refetch()}
          retrying={failed.isFetching}
        />
      )}
      {!failed && !isShown && (
        <div role="status" aria-label="Loading likes" className="grid gap-6 lg:grid-cols-2">
          <Skeleton className="h-72 rounded-xl" />
          <Skeleton className="h-72 rounded-xl" />
        </div>
      )}
      {isShown && isEmpty && <NoLikes />}
      {isShown && !isEmpty && !isPremium && <BlurredLikes amount={amount} />}
      {isShown && people && (
        <LikesList
          people={people}
          // Without the time of the decision: all cards are shown at once.
          onAccept={({ id }) => accept.mutate({ id })}
          onPass={({ id }) => pass.mutate({ id })}
          busy={accept.isPending || pass.isPending}
          menu={(match) => <MatchMenu match={match} />}
        />
      )}
    </Page>
  );
}
