import type { WingmanCare, WingmanSuggestions } from '@soulsight/contract/wingman';
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
  /** What everybody gets in a hard moment. */
  help: WingmanCare | null;
}

/** Help in a hard moment, suggested messages, and how the conversation goes. Premium only. */
export function WingmanPanel({ matchId, conversationId, premium, help, ...actions }: WingmanPanelProps) {
  const { suggestions, advice, again, isWriting } = useSuggestions(matchId, premium);
  // Nobody in need is shown a price.
  if (!premium) return help ? <CareCard care={help} {...actions} /> : <PremiumGate />;
  if (suggestions.isFetching || again.isPending) return <ConversationLoader />;
  if (!advice) {
    return (
      <div className="flex flex-col gap-8">
        {help && <CareCard care={help} {...actions} />}
        <Refusal error={suggestions.error} onRetry={() => void suggestions.refetch()} />
      </div>
    );
  }
  const { care } = advice;
  return (
    <div className="flex flex-col gap-8">
      {care && <CareCard care={care} {...actions} />}
      <SuggestionList matchId={matchId} advice={advice} isWriting={isWriting} onAgain={again.mutate} {...actions} />
      {!(advice.silence && UNREAD.includes(advice.silence)) && (
        <>
          <Analysis conversationId={conversationId} onMessage={actions.onMessage} />
          <ModelCard matchId={matchId} />
        </>
      )}
    </div>
  );
}

/** Where there is nothing to analyse either, and the language model is not asked. */
const UNREAD: readonly NonNullable<WingmanSuggestions['silence']>[] = ['crisis', 'foreign', 'not_allowed'];
