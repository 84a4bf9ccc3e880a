import { type Me, PROMPTS } from '@soulsight/contract/user';
import { Card, CardTitle } from '../../../ui/card.tsx';
import { INTENT_LABELS } from '../profile.copy.ts';

/** The user's prompts, intent and place. */
export function ProfileSummary({ me }: { me: Me }) {
  return (
    <Card>
      <CardTitle>In your words</CardTitle>
      {me.prompts.length === 0 && <p className="text-ink-soft">No prompts answered yet.</p>}
      <dl className="flex flex-col gap-4">
        {me.prompts.map((prompt) => (
          <div key={prompt.key}>
            <dt className="text-sm text-ink-faint">{PROMPTS[prompt.key]}</dt>
            <dd>{prompt.answer}</dd>
          </div>
        ))}
        {me.intent && (
          <div>
            <dt className="text-sm text-ink-faint">Looking for</dt>
            <dd>{INTENT_LABELS[me.intent].label}</dd>
          </div>
        )}
        {me.place && (
          <div>
            <dt className="text-sm text-ink-faint">Lives near</dt>
            <dd>{me.place.name}</dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
