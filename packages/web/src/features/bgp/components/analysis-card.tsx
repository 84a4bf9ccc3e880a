import { RotateCw, Sparkles } from 'lucide-react';
import { DATA_ERRORS } from '../../../lib/errors/catalogue.ts';
import { settingsPath } from '../../../lib/paths.ts';
import { useSignedIn } from '../../../lib/session/session.ts';
import { toast } from '../../../lib/toast.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card, CardTitle } from '../../../ui/card.tsx';
import { AiAnalysisLoader } from '../../../ui/loaders/ai-analysis-loader.tsx';
import { analysisErrorText, type ProfileState, useAnalyse } from '../bgp.hooks.ts';

interface AnalysisCardProps {
  known: ProfileState;
  /** Whether the user consented to behavioural analysis. */
  consented: boolean;
}

/** Explains a fallback profile or a failed fetch, and offers a retry. Renders nothing for a complete profile. */
export function AnalysisCard({ known, consented }: AnalysisCardProps) {
  const { user } = useSignedIn();
  const analyse = useAnalyse(known);
  const { profile, note, retry, retrying } = known;
  if (!profile) return null;
  const isFallback = profile.analysis_status === 'fallback';
  if (!isFallback && !profile.needs_analysis && note === null) return null;

  function run() {
    if (!profile) return;
    analyse.mutate(
      { userId: user.id, profile },
      {
        onSuccess: (next) =>
          next.analysis_status === 'complete'
            ? toast.success('Your profile is up to date.')
            : toast.info(next.fallback_reason ?? DATA_ERRORS.analysisUnavailable),
        onError: (error) => toast.error(analysisErrorText(error)),
      },
    );
  }

  return (
    <Card>
      <CardTitle>{describeState(isFallback, note !== null)}</CardTitle>
      {analyse.isPending ? (
        <AiAnalysisLoader />
      ) : (
        <div className="flex flex-col items-start gap-4">
          {note && (
            <p role="alert" className="text-bad">
              {note}
            </p>
          )}
          <p className="text-ink-soft">
            {isFallback && note
              ? 'Until then you see averages, not your own values.'
              : describeReason(isFallback, profile.fallback_reason)}
          </p>
          <div className="flex flex-wrap gap-3">
            {note && (
              <Button
                variant="secondary"
                size="sm"
                loading={retrying}
                icon={<RotateCw aria-hidden className="size-4" />}
                onClick={retry}
              >
                Try Again
              </Button>
            )}
            {consented ? (
              <Button variant="secondary" size="sm" icon={<Sparkles aria-hidden className="size-4" />} onClick={run}>
                Analyse my profile
              </Button>
            ) : (
              <ButtonLink variant="secondary" size="sm" to={settingsPath('privacy')}>
                Give consent in Settings
              </ButtonLink>
            )}
          </div>
        </div>
      )}
    </Card>
  );
}

function describeState(isFallback: boolean, isMissing: boolean): string {
  if (!isFallback) return "There's more to learn";
  return isMissing ? "Your profile couldn't be loaded" : 'A first guess';
}

function describeReason(isFallback: boolean, reason: string | null): string {
  if (!isFallback) return "You've done more since your last analysis.";
  return reason ?? 'This is based on averages until we know you better.';
}
