import type { WingmanCare, WingmanSuggestions } from '@soulsight/contract/wingman';
import { useState } from 'react';
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
  /** The number of the last message that is followed, null until it is known. */
  moment: number | null;
  /** What everybody gets in a hard moment. */
  help: WingmanCare | null;
}

/** Help in a hard moment, suggested messages, and how the conversation goes. Premium only. */
export function WingmanPanel({ matchId, conversationId, premium, moment, help, ...actions }: WingmanPanelProps) {
  const { suggestions, advice, again, isWriting } = useSuggestions(matchId, moment, premium);
  const [wantsAnalysis, setWantsAnalysis] = useState(false);
  // Nobody in need is shown a price.
  if (!premium) return help ? <CareCard care={help} {...actions} /> : <PremiumGate />;
  const isLoading = moment === null || suggestions.isFetching || again.isPending;
  // The help is there first; the answer for this moment knows of more, such as a scam, and names the most urgent.
  const care = isLoading ? help : (advice?.care ?? help);
  return (
    <div className="flex flex-col gap-8">
      {care && <CareCard care={care} {...actions} />}
      {isLoading ? (
        <ConversationLoader />
      ) : advice ? (
        isMadeFor(advice, help) && (
          <SuggestionList matchId={matchId} advice={advice} isWriting={isWriting} onAgain={again.mutate} {...actions} />
        )
      ) : (
        <Refusal error={suggestions.error} onRetry={() => void suggestions.refetch()} />
      )}
      {advice && !(advice.silence && UNREAD.includes(advice.silence)) && (
        <>
          <Analysis
            conversationId={conversationId}
            moment={moment}
            wanted={wantsAnalysis}
            onWant={() => setWantsAnalysis(true)}
            onMessage={actions.onMessage}
          />
          <ModelCard matchId={matchId} />
        </>
      )}
    </div>
  );
}

/** Whether lines were made for the hard moment that there is help for. */
function isMadeFor({ care }: WingmanSuggestions, help: WingmanCare | null): boolean {
  return help === null || (care?.seq === help.seq && care.moment === help.moment);
}

/** Where there is nothing to analyse either, and the language model is not asked. */
const UNREAD: readonly NonNullable<WingmanSuggestions['silence']>[] = ['crisis', 'foreign', 'not_allowed'];
