import type { Insight, Recommendation } from '@soulsight/contract/bgp';
import { ArrowRight } from 'lucide-react';
import { Link } from '../../../ui/link.tsx';
import { type Missing, NotLoaded } from './not-loaded.tsx';

interface InsightListProps {
  insights: readonly Insight[];
  /** They could not be fetched: an empty list says nothing about the user. */
  missing?: Missing | null;
}

export function InsightList({ insights, missing = null }: InsightListProps) {
  if (insights.length === 0 && missing) return <NotLoaded {...missing} />;
  if (insights.length === 0) {
    return (
      <p className="text-ink-soft">
        After your first conversation you can read here how you come across: how warm you are, how much you ask, how you
        treat what you're told.
      </p>
    );
  }
  return (
    <div className="@container">
      <ul className="grid gap-5 @md:grid-cols-2">
        {insights.map((insight) => (
          <li key={insight.id} className="flex flex-col gap-1 border-l-2 border-accent-text pl-4">
            <h3 className="font-medium">{insight.title}</h3>
            <p className="text-sm text-ink-soft">{insight.text}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function RecommendationList({ recommendations }: { recommendations: readonly Recommendation[] }) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {recommendations.map((item) => (
        <li key={item.id} className="py-3 first:pt-0 last:pb-0">
          <RecommendationBody item={item} />
        </li>
      ))}
    </ul>
  );
}

function RecommendationBody({ item }: { item: Recommendation }) {
  const words = (
    <span className="flex flex-col gap-0.5">
      <span className="font-medium">{item.title}</span>
      <span className="text-sm text-ink-soft">{item.text}</span>
    </span>
  );
  if (!item.href) return words;
  return (
    <Link to={item.href} className="group flex min-h-11 items-center justify-between gap-4">
      {words}
      <ArrowRight
        aria-hidden
        className="size-5 shrink-0 text-ink-faint transition group-hover:translate-x-1 group-hover:text-ink"
      />
    </Link>
  );
}
