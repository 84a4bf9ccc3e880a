import { type ReactNode, useState } from 'react';
import { formatLongDate } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardTitle } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Textarea } from '../../../ui/input.tsx';
import { ACTION_LABELS } from '../safety.copy.ts';
import { useAppeal, useSanctions } from '../safety.hooks.ts';

const SHORTEST_APPEAL_CHARS = 10;
const APPEALS = {
  open: "We're reviewing your appeal.",
  granted: 'Your appeal was granted.',
  refused: 'Your appeal was refused.',
} as const;

/**
 * Moderators' decisions about the user, with reasons and an appeal form. Renders nothing if there are none.
 * @param loading what stands there meanwhile
 */
export function Sanctions({ loading = null }: { loading?: ReactNode }) {
  const { data, error, isPending, refetch } = useSanctions();
  if (isPending) return loading;
  if (!data)
    return (
      <Card>
        <ErrorState error={error} title="Decisions about your account couldn't be loaded" onRetry={() => refetch()} />
      </Card>
    );
  const { sanctions } = data;
  if (sanctions.length === 0) return null;
  return (
    <Card>
      <CardTitle>Decisions about your account</CardTitle>
      <ul className="flex flex-col gap-6">
        {sanctions.map((sanction) => (
          <li key={sanction.id} className="flex flex-col gap-2">
            <p className="font-medium">
              {ACTION_LABELS[sanction.action]} on {formatLongDate(sanction.at)}
              {sanction.until && `, until ${formatLongDate(sanction.until)}`}
            </p>
            <p className="text-ink-soft">{sanction.reason}</p>
            {sanction.appeal ? (
              <p className="text-sm text-ink-faint">
                {APPEALS[sanction.appeal.status]}
                {sanction.appeal.answer && ` The moderator wrote: ${sanction.appeal.answer}`}
              </p>
            ) : (
              <AppealForm id={sanction.id} />
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function AppealForm({ id }: { id: string }) {
  const [text, setText] = useState('');
  const appeal = useAppeal();
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        appeal.mutate({ id, text });
      }}
    >
      <Textarea
        label="Appeal"
        hint="Tell us what we got wrong. A moderator will look at it again."
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        type="submit"
        variant="secondary"
        size="sm"
        className="self-start"
        loading={appeal.isPending}
        disabled={text.trim().length < SHORTEST_APPEAL_CHARS}
      >
        Send appeal
      </Button>
    </form>
  );
}
