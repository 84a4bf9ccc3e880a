import { ConversationLoader } from '../../../ui/loaders/conversation-loader.tsx';
import { useSuggestions } from '../wingman.hooks.ts';
import { Analysis } from './analysis.tsx';
import { CareCard } from './care-card.tsx';
import { ModelCard } from './model-card.tsx';
import { PremiumGate, Refusal } from './refusal.tsx';
import { SuggestionList } from './suggestion-list.tsx';
import type { WingmanActions } from './wingman-actions.ts';

export interface WingmanPanelProps extends WingmanActions {
  matchId: string;
  conversationId: string;
  premium: boolean;
}

/** Help in a hard moment, suggested messages, and how the conversation goes. Premium only. */
export function WingmanPanel({ matchId, conversationId, premium, ...actions }: WingmanPanelProps) {
  const { suggestions, advice, isWriting } = useSuggestions(matchId, premium);
  if (!premium) return <PremiumGate />;
  if (suggestions.isFetching) return <ConversationLoader />;
  if (!advice) return <Refusal error={suggestions.error} onRetry={() => void suggestions.refetch()} />;
  const { care } = advice;
  return (
    <div className="flex flex-col gap-8">
      {care && <CareCard care={care} {...actions} />}
      <SuggestionList
        matchId={matchId}
        advice={advice}
        isWriting={isWriting}
        onAgain={() => void suggestions.refetch()}
        {...actions}
      />
      {advice.silence !== 'crisis' && (
        <>
          <Analysis conversationId={conversationId} onMessage={actions.onMessage} />
          <ModelCard matchId={matchId} />
        </>
      )}
    </div>
  );
}
