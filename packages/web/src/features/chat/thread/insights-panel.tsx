import type { ConversationInsights } from '@soulsight/contract/chat';
import { Sprout } from 'lucide-react';
import type { ReactNode } from 'react';
import { DATA_ERRORS } from '../../../lib/errors/catalogue.ts';
import { getDataErrorMessage } from '../../../lib/errors/data-error.ts';
import { formatMinutes } from '../../../lib/format.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { MarkList } from '../../../ui/mark-list.tsx';
import { ScoreRing } from '../../../ui/score-ring.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { useConversationInsights } from '../chat.hooks.ts';

export interface InsightsPanelProps {
  conversationId: string;
  name: string;
}

/** Statistics of a conversation: balance, pace, depth and highlights. */
export function InsightsPanel({ conversationId, name }: InsightsPanelProps) {
  const insights = useConversationInsights(conversationId);
  if (insights.isPending) return <TextSkeleton lines={8} />;
  if (insights.isLoadingError) {
    return (
      <ErrorState
        title={getDataErrorMessage(insights.error, DATA_ERRORS.insightsNetwork, DATA_ERRORS.insightsNetwork)}
        error={insights.error}
        onRetry={() => void insights.refetch()}
      />
    );
  }
  return <Insights insights={insights.data} name={name} />;
}

function Insights({ insights, name }: { insights: ConversationInsights; name: string }) {
  if (insights.messages === 0)
    return <p className="text-ink-soft">Send a few messages first. Then you'll see how it's going.</p>;
  return (
    <div className="flex flex-col gap-7">
      <div className="grid grid-cols-3 gap-2">
        <ScoreRing value={insights.depth} label="Depth" tone="accent" size={84} />
        <ScoreRing value={insights.emotional_connection_score} label="Connection" tone="gold" size={84} />
        <ScoreRing value={insights.trust_level} label="Trust level" tone="mist" size={84} />
      </div>
      <Balance mine={insights.balance} name={name} />
      <dl className="grid grid-cols-2 gap-x-4 gap-y-5 text-sm">
        <Fact term="You answer in">
          <Pace minutes={insights.pace.mine_minutes} />
        </Fact>
        <Fact term={`${name} answers in`}>
          <Pace minutes={insights.pace.theirs_minutes} />
        </Fact>
        <Fact term={insights.messages === 1 ? 'Message' : 'Messages'}>{insights.messages}</Fact>
        <Fact term={insights.days === 1 ? 'Day' : 'Days'}>{insights.days}</Fact>
      </dl>
      {insights.highlights.length > 0 && (
        <section className="flex flex-col gap-3">
          <h3 className="text-sm font-medium text-ink-faint">Highlights</h3>
          <MarkList items={insights.highlights} mark={Sprout} tone="text-good" />
        </section>
      )}
    </div>
  );
}

function Balance({ mine, name }: { mine: number; name: string }) {
  const percent = Math.round(mine);
  return (
    <figure
      aria-label={`You wrote ${percent} percent, ${name} ${100 - percent} percent`}
      className="flex flex-col gap-2"
    >
      <figcaption className="flex justify-between gap-4 text-sm">
        <span className="shrink-0">You wrote {percent}%</span>
        <span className="text-ink-faint">
          {name} {100 - percent}%
        </span>
      </figcaption>
      <div className="flex h-2 gap-1" aria-hidden>
        <span className="rounded-full bg-accent" style={{ width: `${percent}%` }} />
        <span className="flex-1 rounded-full bg-mist" />
      </div>
    </figure>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse justify-end">
      <dt className="text-xs text-ink-faint">{term}</dt>
      <dd className="display text-xl first-letter:uppercase">{children}</dd>
    </div>
  );
}

/** The typical time until an answer. */
function Pace({ minutes }: { minutes: number | null }) {
  if (minutes === null) return <span className="text-base text-ink-faint">Too early to say</span>;
  return formatMinutes(minutes);
}
