import { INTERESTS_MAX } from '@soulsight/contract/limits';
import { X } from 'lucide-react';
import { useState } from 'react';
import { isComposing } from '../../../lib/browser/composing.ts';
import { Input } from '../../../ui/input.tsx';

const LONGEST_CHARS = 30;

/** A list of interests; Enter or a comma adds one. */
export function InterestsField({ value, onChange }: { value: string[]; onChange: (value: string[]) => void }) {
  const [draft, setDraft] = useState('');
  const full = value.length >= INTERESTS_MAX;

  function add() {
    setDraft('');
    // A comma of an on-screen keyboard comes without its key, so there may be several words.
    const words = draft.split(',').map((word) => word.trim().slice(0, LONGEST_CHARS));
    const next = [...value];
    for (const word of words) {
      const isKnown = next.some((other) => other.toLowerCase() === word.toLowerCase());
      if (word && !isKnown && next.length < INTERESTS_MAX) next.push(word);
    }
    if (next.length > value.length) onChange(next);
  }

  return (
    <div className="flex flex-col gap-3">
      <Input
        label="Interests"
        optional
        hint={
          full
            ? `That's the maximum of ${INTERESTS_MAX}.`
            : 'Press Enter after each one. Shown once you both unlock Glimpse.'
        }
        value={draft}
        maxLength={LONGEST_CHARS}
        disabled={full}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={add}
        onKeyDown={(event) => {
          if ((event.key !== 'Enter' && event.key !== ',') || isComposing(event)) return;
          event.preventDefault();
          add();
        }}
      />
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {value.map((word) => (
            <li key={word}>
              <button
                type="button"
                aria-label={`Remove ${word}`}
                onClick={() => onChange(value.filter((other) => other !== word))}
                className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-accent-soft px-4 text-sm text-ink hover:ring-1 hover:ring-accent-text"
              >
                {word}
                <X aria-hidden className="size-4 text-ink-faint" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
