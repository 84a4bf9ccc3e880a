import { ERRORS } from '@soulsight/contract/errors';
import type { Suggestion } from '@soulsight/contract/wingman';
import { RefreshCw, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { isApiError } from '../../../lib/api/api-error.ts';
import { DATA_ERRORS } from '../../../lib/errors/catalogue.ts';
import { getDataErrorMessage } from '../../../lib/errors/data-error.ts';
import { PATHS } from '../../../lib/paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ConversationLoader } from '../../../ui/loaders/conversation-loader.tsx';
import { KINDS, TONES, WINGMAN_COPY } from '../wingman.copy.ts';
import { useAnalysis, useSuggestions, useTakeSuggestion } from '../wingman.hooks.ts';

export interface WingmanPanelProps {
  matchId: string;
  conversationId: string;
  premium: boolean;
  /** Puts a text into the message box. */
  onText: (text: string) => void;
}

/** Suggests messages and assesses the conversation. Premium only. */
export function WingmanPanel({ matchId, conversationId, premium, onText }: WingmanPanelProps) {
  if (!premium) return <PremiumGate />;
  return (
    <div className="flex flex-col gap-8">
      <p className="text-sm text-ink-soft">{WINGMAN_COPY.lead}</p>
      <Suggestions matchId={matchId} onText={onText} />
      <Analysis conversationId={conversationId} />
    </div>
  );
}

function PremiumGate() {
  return (
    <div className="flex flex-col items-start gap-5">
      <WandSparkles aria-hidden className="size-9 text-gold" strokeWidth={1.4} />
      <p className="text-ink-soft">{ERRORS.wingman_premium.detail}</p>
      <ButtonLink to={PATHS.subscription} variant="gold">
        {WINGMAN_COPY.upgrade}
      </ButtonLink>
    </div>
  );
}

/** Shown when the wingman is not allowed or failed. */
function Refusal({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isApiError(error) && error.code === 'wingman_premium') return <PremiumGate />;
  if (isApiError(error) && error.code === 'consent_required') {
    return (
      <div className="flex flex-col items-start gap-4">
        <p className="text-ink-soft">{error.detail}</p>
        <ButtonLink to={PATHS.settings} variant="secondary" size="sm">
          {WINGMAN_COPY.settings}
        </ButtonLink>
      </div>
    );
  }
  const title = getDataErrorMessage(error, DATA_ERRORS.wingmanNetwork, DATA_ERRORS.wingmanNetwork);
  return <ErrorState title={title} error={error} onRetry={onRetry} />;
}

function Suggestions({ matchId, onText }: Pick<WingmanPanelProps, 'matchId' | 'onText'>) {
  const suggestions = useSuggestions(matchId, true);
  const take = useTakeSuggestion(onText);
  if (suggestions.isFetching) return <ConversationLoader />;
  if (!suggestions.data) return <Refusal error={suggestions.error} onRetry={() => void suggestions.refetch()} />;
  return (
    <div className="flex flex-col items-start gap-3">
      <ul className="flex w-full flex-col gap-3">
        {suggestions.data.map((suggestion) => (
          <SuggestionRow
            key={suggestion.id}
            suggestion={suggestion}
            taking={take.isPending && take.variables.suggestionId === suggestion.id}
            onUse={() => take.mutate({ matchId, suggestionId: suggestion.id })}
          />
        ))}
      </ul>
      <Button
        variant="ghost"
        size="sm"
        icon={<RefreshCw aria-hidden className="size-4" />}
        onClick={() => void suggestions.refetch()}
      >
        {WINGMAN_COPY.again}
      </Button>
    </div>
  );
}

function SuggestionRow({ suggestion, taking, onUse }: { suggestion: Suggestion; taking: boolean; onUse: () => void }) {
  return (
    <li className="flex flex-col items-start gap-3 rounded-lg bg-surface p-5 ring-1 ring-inset ring-line">
      <Badge tone="gold">{KINDS[suggestion.kind]}</Badge>
      <p>{suggestion.text}</p>
      <p className="text-xs text-ink-faint">{suggestion.because}</p>
      <Button variant="secondary" size="sm" loading={taking} onClick={onUse} aria-label={`Use: ${suggestion.text}`}>
        {WINGMAN_COPY.use}
      </Button>
    </li>
  );
}

function Analysis({ conversationId }: { conversationId: string }) {
  const [wanted, setWanted] = useState(false);
  const analysis = useAnalysis(conversationId, wanted);
  if (!wanted) {
    return (
      <Button variant="secondary" size="sm" className="self-start" onClick={() => setWanted(true)}>
        {WINGMAN_COPY.read}
      </Button>
    );
  }
  if (analysis.isPending) return <ConversationLoader message="Reading your conversation" />;
  if (!analysis.data) return <Refusal error={analysis.error} onRetry={() => void analysis.refetch()} />;
  const { summary, tone, advice } = analysis.data;
  return (
    <section aria-label="How it's going" className="flex flex-col gap-4">
      <div className="flex items-center gap-3">
        <h3 className="text-sm font-medium text-ink-faint">How it's going</h3>
        <Badge tone="mist">{TONES[tone]}</Badge>
      </div>
      <p>{summary}</p>
      <ul className="flex list-disc flex-col gap-2 pl-5 text-sm text-ink-soft">
        {advice.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
