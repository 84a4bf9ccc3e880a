import { ERRORS } from '@soulsight/contract/errors';
import { WandSparkles } from 'lucide-react';
import { isApiError } from '../../../lib/api/api-error.ts';
import { DATA_ERRORS } from '../../../lib/errors/catalogue.ts';
import { getDataErrorMessage } from '../../../lib/errors/data-error.ts';
import { PATHS } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { ConversationLoader } from '../../../ui/loaders/conversation-loader.tsx';
import { WINGMAN_COPY } from '../wingman.copy.ts';
import { useSuggestions } from '../wingman.hooks.ts';
import { Analysis } from './analysis.tsx';
import { CareCard } from './care-card.tsx';
import { SuggestionList } from './suggestion-list.tsx';

/** What the panel can do in the conversation beside it. */
export interface WingmanActions {
  /** Puts a text into the message box. */
  onText: (text: string) => void;
  /** Shows the message of this number. */
  onMessage: (seq: number) => void;
  onReport: () => void;
  onBlock: () => void;
}

export interface WingmanPanelProps extends WingmanActions {
  matchId: string;
  conversationId: string;
  premium: boolean;
}

/** Help in a hard moment, suggested messages, and how the conversation goes. Premium only. */
export function WingmanPanel({ matchId, conversationId, premium, ...actions }: WingmanPanelProps) {
  const suggestions = useSuggestions(matchId, premium);
  if (!premium) return <PremiumGate />;
  if (suggestions.isFetching) return <ConversationLoader />;
  if (!suggestions.data) return <Refusal error={suggestions.error} onRetry={() => void suggestions.refetch()} />;
  const { care } = suggestions.data;
  return (
    <div className="flex flex-col gap-8">
      {care && <CareCard care={care} {...actions} />}
      <SuggestionList
        matchId={matchId}
        advice={suggestions.data}
        onAgain={() => void suggestions.refetch()}
        {...actions}
      />
      {suggestions.data.silence !== 'crisis' && (
        <Analysis conversationId={conversationId} onMessage={actions.onMessage} />
      )}
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
export function Refusal({ error, onRetry }: { error: unknown; onRetry: () => void }) {
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
