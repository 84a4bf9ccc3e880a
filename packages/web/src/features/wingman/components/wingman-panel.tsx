import type { WingmanCare, WingmanSuggestions } from '@soulsight/contract/wingman';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { ConversationLoader } from '../../../ui/loaders/conversation-loader.tsx';
import { WINGMAN_COPY } from '../wingman.copy.ts';
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
  const [mayRead, setMayRead] = useState<boolean | null>(null);
  const lines = useRef<HTMLElement>(null);
  // Nobody in need is shown a price.
  if (!premium) return help ? <CareCard care={help} {...actions} /> : <PremiumGate />;
  // Parts that do not depend on the moment stay while the next answer is loading.
  if (advice && mayRead !== isReadable(advice)) setMayRead(isReadable(advice));
  const isLoading = moment === null || suggestions.isFetching || again.isPending;
  // The help is there first; the answer for this moment knows of more, such as a scam, and names the most urgent.
  const care = isLoading ? help : (advice?.care ?? help);
  return (
    <div className="flex flex-col gap-8">
      {care && <CareCard care={care} {...actions} />}
      <section ref={lines} tabIndex={-1} aria-label={WINGMAN_COPY.lines} className="outline-none empty:hidden">
        {isLoading ? (
          // Said once: it comes again with each message.
          <div aria-hidden={mayRead !== null}>
            <ConversationLoader />
          </div>
        ) : advice ? (
          isMadeFor(advice, help) && (
            <KeepsFocus within={lines}>
              <SuggestionList
                matchId={matchId}
                advice={advice}
                isWriting={isWriting}
                onAgain={again.mutate}
                {...actions}
              />
            </KeepsFocus>
          )
        ) : (
          <Refusal error={suggestions.error} onRetry={() => void suggestions.refetch()} />
        )}
      </section>
      {mayRead && (
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

/** Lines go with their moment: if one of them has the focus, the place where the next ones come keeps it. */
function KeepsFocus({ within, children }: { within: RefObject<HTMLElement | null>; children: ReactNode }) {
  useLayoutEffect(() => {
    const place = within.current;
    return () => {
      if (place?.contains(document.activeElement)) place.focus({ preventScroll: true });
    };
  }, [within]);
  return children;
}

function isReadable({ silence }: WingmanSuggestions): boolean {
  return silence === null || !UNREAD.includes(silence);
}

/** Where there is nothing to analyse either, and the language model is not asked. */
const UNREAD: readonly NonNullable<WingmanSuggestions['silence']>[] = ['crisis', 'foreign', 'not_allowed'];
