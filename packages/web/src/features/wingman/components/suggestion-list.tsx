import type { Suggestion, WingmanSuggestions } from '@soulsight/contract/wingman';
import { RefreshCw } from 'lucide-react';
import { useId } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { KINDS, SILENCES, WINGMAN_COPY } from '../wingman.copy.ts';
import { useTakeSuggestion } from '../wingman.hooks.ts';
import type { WingmanActions } from './wingman-actions.ts';

interface SuggestionListProps extends Pick<WingmanActions, 'onText' | 'onMessage'> {
  matchId: string;
  advice: WingmanSuggestions;
  /** The language model is still writing. */
  isWriting: boolean;
  onAgain: () => void;
}

/** The suggested messages, or why there are none. */
export function SuggestionList({ matchId, advice, isWriting, onText, onMessage, onAgain }: SuggestionListProps) {
  const take = useTakeSuggestion(onText);
  const { suggestions, silence, care, language, open_question: open } = advice;
  const sentence = silence && !(silence === 'crisis' && care) && SILENCES[silence];
  return (
    <div className="flex flex-col items-start gap-4 empty:hidden">
      {suggestions.length > 0 && <p className="text-sm text-ink-soft">{WINGMAN_COPY.lead}</p>}
      {open && (
        <button
          type="button"
          onClick={() => onMessage(open.seq)}
          className="flex w-full flex-col gap-1 border-l-2 border-gold pl-4 text-left text-sm"
        >
          <span className="text-ink-faint">{WINGMAN_COPY.openQuestion}</span>
          <span>“{open.text}”</span>
        </button>
      )}
      {sentence && <p className="text-ink-soft">{sentence}</p>}
      {suggestions.length > 0 && (
        <ul className="flex w-full flex-col gap-3">
          {suggestions.map((suggestion) => (
            <SuggestionRow
              key={suggestion.id}
              suggestion={suggestion}
              language={language}
              taking={take.isPending && take.variables.suggestionId === suggestion.id}
              onUse={() => take.mutate({ matchId, suggestionId: suggestion.id })}
            />
          ))}
        </ul>
      )}
      {isWriting && (
        <p role="status" className="text-sm text-ink-faint">
          {WINGMAN_COPY.writing}
        </p>
      )}
      {suggestions.length > 0 && (
        <Button variant="ghost" size="sm" icon={<RefreshCw aria-hidden className="size-4" />} onClick={onAgain}>
          {WINGMAN_COPY.again}
        </Button>
      )}
    </div>
  );
}

interface SuggestionRowProps {
  suggestion: Suggestion;
  language: string | null;
  taking: boolean;
  onUse: () => void;
}

function SuggestionRow({ suggestion, language, taking, onUse }: SuggestionRowProps) {
  const textId = useId();
  return (
    <li className="flex flex-col items-start gap-3 rounded-lg bg-surface p-5 ring-1 ring-inset ring-line">
      <Badge tone="gold">{KINDS[suggestion.kind]}</Badge>
      <p id={textId} lang={language ?? undefined}>
        {suggestion.text}
      </p>
      <p className="text-xs text-ink-faint">{suggestion.because}</p>
      <Button variant="secondary" size="sm" loading={taking} onClick={onUse} aria-describedby={textId}>
        {WINGMAN_COPY.use}
      </Button>
    </li>
  );
}
