import { MessageCircle } from 'lucide-react';
import { useNavigate, useParams } from 'react-router';
import { useMatches } from '../../features/match/match.hooks.ts';
import { useMe } from '../../features/profile/profile.hooks.ts';
import { RevealFigure, TrustLevel } from '../../features/reveal/components/reveal-figure.tsx';
import { RevealList } from '../../features/reveal/components/reveal-list.tsx';
import { RevealTurnPanel } from '../../features/reveal/components/reveal-turn.tsx';
import { RevealedName, RevealedProfile } from '../../features/reveal/components/revealed-profile.tsx';
import { StagePath } from '../../features/reveal/components/stage-path.tsx';
import { StepBack } from '../../features/reveal/components/step-back.tsx';
import { REVEAL_COPY } from '../../features/reveal/reveal.copy.ts';
import { useOpening, useReveal } from '../../features/reveal/reveal.hooks.ts';
import { isApiError } from '../../lib/api/api-error.ts';
import { DATA_ERRORS } from '../../lib/errors/catalogue.ts';
import { getDataErrorTitle } from '../../lib/errors/data-error.ts';
import { conversationPath, PAGES, PATHS } from '../../lib/paths.ts';
import { personName } from '../../lib/person.ts';
import { useSignedIn } from '../../lib/session/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { RevealLoader } from '../../ui/loaders/reveal-loader.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { PersonMenu } from '../person/person-menu.tsx';

/** /reveal/{matchId?}: the reveal with one match, or the list of all reveals. */
export function RevealScreen() {
  const { matchId } = useParams();
  return (
    <Page title={PAGES.reveal.title}>{matchId ? <OneReveal key={matchId} matchId={matchId} /> : <AllReveals />}</Page>
  );
}

function OneReveal({ matchId }: { matchId: string }) {
  const me = useSignedIn().user.id;
  const reveal = useReveal(matchId);
  const matches = useMatches();
  const photos = useMe().data?.photos;
  const navigate = useNavigate();
  const opening = useOpening(reveal.data?.stage);
  const state = reveal.data;
  if (reveal.isPending) return <RevealLoader />;
  if (!state)
    return isUnavailable(reveal.error) ? (
      <UnavailableMatch />
    ) : (
      <ErrorState error={reveal.error} onRetry={() => void reveal.refetch()} />
    );
  const quiet = opening === null ? undefined : true;
  const conversation = matches.data?.matches.find((m) => m.id === matchId)?.conversation_id;
  return (
    <div className="flex flex-col gap-12">
      <div className="grid items-center gap-10 lg:grid-cols-[1fr_1fr] lg:gap-16">
        <RevealFigure state={state} opening={opening} />
        <div data-quiet={quiet} className="reveal-rest flex flex-col gap-8">
          <div className="flex flex-col gap-3">
            <RevealedName person={state.person} />
            <TrustLevel state={state} />
          </div>
          <div className="order-1 lg:order-none">
            <StagePath state={state} />
          </div>
          <RevealTurnPanel state={state} me={me} hasPhoto={photos === undefined || photos.length > 0} />
          <div className="order-2 flex flex-wrap items-center justify-center gap-2 lg:justify-start">
            {matches.data && (
              <ButtonLink
                to={conversation ? conversationPath(conversation) : PATHS.matching}
                variant="secondary"
                size="sm"
                icon={<MessageCircle aria-hidden className="size-4" />}
              >
                {conversation ? 'Keep talking' : 'Say hello'}
              </ButtonLink>
            )}
            <StepBack state={state} me={me} />
            <PersonMenu
              userId={state.person.id}
              name={personName(state.person)}
              matchId={matchId}
              onClosed={() => void navigate(PATHS.reveal, { replace: true })}
            />
          </div>
        </div>
      </div>
      <div data-quiet={quiet} className="reveal-rest">
        <RevealedProfile person={state.person} />
      </div>
    </div>
  );
}

function isUnavailable(error: unknown): boolean {
  return isApiError(error) && (error.status === 404 || error.status === 400);
}

function UnavailableMatch() {
  return (
    <EmptyState
      heading="h1"
      title={REVEAL_COPY.gone}
      action={
        <span className="flex flex-wrap justify-center gap-3">
          <ButtonLink to={PATHS.reveal}>All reveals</ButtonLink>
          <ButtonLink to={`${PATHS.settings}#people`} variant="ghost">
            Report or block them
          </ButtonLink>
        </span>
      }
    >
      Everything between you two is closed.
    </EmptyState>
  );
}

function AllReveals() {
  const me = useSignedIn().user.id;
  const matches = useMatches();
  return (
    <>
      <PageHeader title={PAGES.reveal.title} lead={REVEAL_COPY.lead} />
      {matches.isPending && <RevealLoader />}
      {matches.isLoadingError && (
        <ErrorState
          title={getDataErrorTitle(matches.error, DATA_ERRORS.matchesNetwork, DATA_ERRORS.matchesFailed)}
          error={matches.error}
          context="matching"
          onRetry={() => void matches.refetch()}
        />
      )}
      {matches.data && (
        <RevealList
          matches={matches.data.matches.filter((match) => match.mutual_match)}
          requests={matches.data.reveal_requests}
          ready={matches.data.reveal_ready ?? []}
          me={me}
        />
      )}
    </>
  );
}
