import type { WingmanModel } from '@soulsight/contract/wingman';
import { formatLongDate } from '../../../lib/format.ts';
import { MODEL_CONSENT } from '../../../lib/model-consent.ts';
import { Switch } from '../../../ui/choice.tsx';
import { WINGMAN_COPY } from '../wingman.copy.ts';
import { useAllowModel, useModel } from '../wingman.hooks.ts';

/** The consent to the language model, where this site has one: what is sent, who agreed, and what was sent so far. */
export function ModelCard({ matchId }: { matchId: string }) {
  const model = useModel(matchId);
  const allow = useAllowModel(matchId);
  if (!model.data?.available) return null;
  const { mine, sent } = model.data;
  return (
    <section aria-label={WINGMAN_COPY.model} className="flex flex-col gap-3 border-t border-line pt-6">
      <Switch
        label={WINGMAN_COPY.modelSwitch}
        hint={MODEL_CONSENT}
        checked={allow.isPending ? allow.variables : mine}
        disabled={allow.isPending}
        onChange={allow.mutate}
      />
      <p className="text-sm text-ink-soft">{describeConsent(model.data)}</p>
      {sent.length > 0 && <SentTexts sent={sent} />}
    </section>
  );
}

function describeConsent({ mine, theirs }: WingmanModel): string {
  if (mine && theirs) return WINGMAN_COPY.modelBoth;
  if (mine) return WINGMAN_COPY.modelTheirs;
  return theirs ? WINGMAN_COPY.modelMine : WINGMAN_COPY.modelNeither;
}

function SentTexts({ sent }: Pick<WingmanModel, 'sent'>) {
  return (
    <details className="text-sm">
      <summary className="min-h-8 cursor-pointer text-ink-soft">{WINGMAN_COPY.modelSent}</summary>
      <ul className="flex flex-col gap-4 pt-2">
        {sent.map(({ at, text }) => (
          <li key={at} className="flex flex-col gap-1">
            <time dateTime={at} className="text-xs text-ink-faint">
              {formatLongDate(at)}
            </time>
            <pre className="font-sans text-xs whitespace-pre-wrap text-ink-soft">{text}</pre>
          </li>
        ))}
      </ul>
    </details>
  );
}
