import { Button } from '../../../ui/button.tsx';
import { PROFILE_COPY } from '../profile.copy.ts';
import { useUpdateMe } from '../profile.hooks.ts';

const COPY = PROFILE_COPY.consent;

/** Asks for consent to behavioural analysis, which the questions need. The user can continue without it. */
export function AnalysisConsent({ onDecline }: { onDecline: () => void }) {
  const save = useUpdateMe();
  return (
    <div className="flex flex-col gap-5">
      <h2 className="display text-2xl">{COPY.title}</h2>
      <p className="text-ink-soft">{COPY.text}</p>
      <ul className="flex list-disc flex-col gap-2 pl-5 text-ink-soft marker:text-ink-faint">
        {COPY.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-3 pt-2">
        <Button variant="ghost" onClick={onDecline}>
          {COPY.decline}
        </Button>
        <Button loading={save.isPending} onClick={() => save.mutate({ consents: { behavioural_analysis: true } })}>
          {COPY.agree}
        </Button>
      </div>
    </div>
  );
}
