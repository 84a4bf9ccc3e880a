import type { BgpProfile } from '@soulsight/contract/bgp';
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
  const { profile, note, isMissing, retry, retrying } = known;
  if (!profile) return null;
  const isOpen = profile.analysis_status === 'fallback' || profile.needs_analysis;
  if (!isOpen && note === null) return null;
  const { title, text } = describeState(known, profile);

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
      <CardTitle>{title}</CardTitle>
      {analyse.isPending ? (
        <AiAnalysisLoader />
      ) : (
        <div className="flex flex-col items-start gap-4">
          {note && (
            <p role="alert" className="text-bad">
              {note}
            </p>
          )}
          <p className="text-ink-soft">{text}</p>
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
            {isOpen && consented && (
              <Button variant="secondary" size="sm" icon={<Sparkles aria-hidden className="size-4" />} onClick={run}>
                Analyse my profile
              </Button>
            )}
            {isOpen && !consented && !isMissing && (
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

function describeState({ note, isMissing }: ProfileState, { analysis_status, fallback_reason }: BgpProfile) {
  if (isMissing) return { title: "Your profile couldn't be loaded", text: 'Nothing is lost. Only loading it failed.' };
  if (note) return { title: "Your profile couldn't be updated", text: 'You see it as it was last loaded.' };
  if (analysis_status === 'complete')
    return { title: "There's more to learn", text: "You've done more since your last analysis." };
  return {
    title: 'Still getting to know you',
    text: fallback_reason ?? 'Your profile grows with your answers and conversations.',
  };
}
