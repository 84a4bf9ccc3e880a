import type { WingmanAnalysis } from '@soulsight/contract/wingman';
import { CornerUpLeft } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConversationLoader } from '../../../ui/loaders/conversation-loader.tsx';
import { SILENCES, TONES, WINGMAN_COPY } from '../wingman.copy.ts';
import { useAnalysis } from '../wingman.hooks.ts';
import { Refusal } from './refusal.tsx';
import type { WingmanActions } from './wingman-actions.ts';

type OnMessage = Pick<WingmanActions, 'onMessage'>;

interface AnalysisProps extends OnMessage {
  conversationId: string;
  moment: number | null;
  /** It was asked for. */
  wanted: boolean;
  onWant: () => void;
}

/** How the conversation goes, once it is asked for. */
export function Analysis({ conversationId, moment, wanted, onWant, onMessage }: AnalysisProps) {
  const analysis = useAnalysis(conversationId, moment, wanted);
  if (!wanted) {
    return (
      <Button variant="secondary" size="sm" className="self-start" onClick={onWant}>
        {WINGMAN_COPY.read}
      </Button>
    );
  }
  if (analysis.isPending) return <ConversationLoader message="Reading your conversation" />;
  if (!analysis.data) return <Refusal error={analysis.error} onRetry={() => void analysis.refetch()} />;
  return <AnalysisView analysis={analysis.data} onMessage={onMessage} />;
}

function AnalysisView({ analysis, onMessage }: { analysis: WingmanAnalysis } & OnMessage) {
  const { summary, tone, findings, advice, silence } = analysis;
  return (
    <section aria-label={WINGMAN_COPY.how} className="flex flex-col gap-4 border-t border-line pt-6">
      <div className="flex items-center gap-3">
        <h3 className="text-sm font-medium text-ink-faint">{WINGMAN_COPY.how}</h3>
        {silence === null && <Badge tone="mist">{TONES[tone]}</Badge>}
      </div>
      <p>{silence === 'not_allowed' ? SILENCES.not_allowed : summary}</p>
      {findings.length > 0 && (
        <ul className="flex flex-col gap-3 text-sm">
          {findings.map((finding) => (
            <FindingRow key={finding.kind} finding={finding} onMessage={onMessage} />
          ))}
        </ul>
      )}
      {advice.length > 0 && (
        <>
          <h4 className="text-sm font-medium text-ink-faint">{WINGMAN_COPY.next}</h4>
          <ul className="flex list-disc flex-col gap-2 pl-5 text-sm text-ink-soft">
            {advice.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** A finding, with links to the messages that it rests on. */
function FindingRow({ finding, onMessage }: { finding: WingmanAnalysis['findings'][number] } & OnMessage) {
  return (
    <li className="flex flex-col gap-1.5">
      <span>{finding.text}</span>
      {finding.seqs.length > 0 && (
        <span className="flex flex-wrap gap-x-4">
          {finding.seqs.map((seq, n) => {
            const label = finding.seqs.length === 1 ? WINGMAN_COPY.showMessage : `Message ${n + 1}`;
            return (
              <button
                key={seq}
                type="button"
                onClick={() => onMessage(seq)}
                aria-label={`${label}: ${finding.text}`}
                className="inline-flex min-h-8 items-center gap-1.5 text-xs text-ink-faint underline decoration-line underline-offset-4 hover:text-ink"
              >
                <CornerUpLeft aria-hidden className="size-3.5" />
                {label}
              </button>
            );
          })}
        </span>
      )}
    </li>
  );
}
