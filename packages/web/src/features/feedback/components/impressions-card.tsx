import { IMPRESSION_RATERS_MIN } from '@soulsight/contract/feedback';
import { Card, CardTitle } from '../../../ui/card.tsx';
import { HEARD_LABELS, IMPRESSIONS_COPY } from '../feedback.copy.ts';
import { useImpressions } from '../feedback.hooks.ts';

/** The words that people chose about the user, once enough people have. Renders nothing until the response. */
export function ImpressionsCard() {
  const impressions = useImpressions().data;
  if (!impressions) return null;
  const { enough, words } = impressions;
  return (
    <Card>
      <CardTitle>{IMPRESSIONS_COPY.title}</CardTitle>
      {words.length === 0 ? (
        <p className="text-ink-soft">
          {enough ? IMPRESSIONS_COPY.noWord : IMPRESSIONS_COPY.notYet(IMPRESSION_RATERS_MIN)}
        </p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {words.map(({ word, heard }) => (
            <li key={word} className="flex items-baseline gap-2 rounded-full bg-raised px-4 py-2 text-sm">
              <span className="font-medium">{HEARD_LABELS[word]}</span>
              <span className="text-xs text-ink-faint">{IMPRESSIONS_COPY[heard]}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
