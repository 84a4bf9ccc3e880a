import { PROMPT_ANSWER_MAX_CHARS, PROMPTS_PER_PROFILE, PROMPTS_REQUIRED } from '@soulsight/contract/limits';
import { PROMPT_KEYS, PROMPTS, type PromptKey } from '@soulsight/contract/profile';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../ui/button.tsx';
import { Select, Textarea } from '../../../ui/input.tsx';
import { PROFILE_COPY } from '../profile.copy.ts';
import { useUpdateMe } from '../profile.hooks.ts';
import { StepActions, type StepProps } from './step.tsx';

const COPY = PROFILE_COPY.prompts;
const DEFAULT_KEYS: readonly PromptKey[] = ['sunday', 'laugh', 'small_joy'];

interface Draft {
  key: PromptKey;
  answer: string;
}

/** With an empty answer to a prompt that is not among them. */
function withAnother(drafts: readonly Draft[]): Draft[] {
  const key = DEFAULT_KEYS.concat(PROMPT_KEYS).find((free) => !drafts.some((draft) => draft.key === free));
  return key ? [...drafts, { key, answer: '' }] : [...drafts];
}

/** Answers to prompts: one is needed, the others are optional. An answer that is cleared is removed. */
export function PromptsForm({ me, onDone, submitLabel }: StepProps) {
  const save = useUpdateMe();
  const [drafts, setDrafts] = useState<Draft[]>(() => (me.prompts.length > 0 ? me.prompts : withAnother([])));
  const [tried, setTried] = useState(false);
  const newest = useRef<HTMLSelectElement>(null);
  const answered = drafts
    .map(({ key, answer }) => ({ key, answer: answer.trim() }))
    .filter(({ answer }) => answer !== '');
  const error = tried && answered.length < PROMPTS_REQUIRED ? COPY.missing : undefined;

  function change(index: number, part: Partial<Draft>) {
    setDrafts(drafts.map((draft, i) => (i === index ? { ...draft, ...part } : draft)));
  }

  function addAnother() {
    // With the last prompt the button is gone, and the focus with it.
    flushSync(() => setDrafts(withAnother(drafts)));
    newest.current?.focus();
  }

  function submit(event: React.FormEvent) {
    event.preventDefault();
    setTried(true);
    if (answered.length >= PROMPTS_REQUIRED) save.mutate({ prompts: answered }, { onSuccess: onDone });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-8">
      {drafts.map((draft, index) => {
        const taken = drafts.filter((other) => other !== draft).map((other) => other.key);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a place stays, what stands in it changes
          <div key={index} className="flex flex-col gap-3">
            <Select
              ref={index === drafts.length - 1 ? newest : undefined}
              label={`Prompt ${index + 1}`}
              hideLabel
              value={draft.key}
              onChange={(event) => change(index, { key: event.target.value as PromptKey })}
              options={PROMPT_KEYS.filter((key) => !taken.includes(key)).map((key) => ({
                value: key,
                label: PROMPTS[key],
              }))}
            />
            <Textarea
              label={PROMPTS[draft.key]}
              hideLabel
              rows={3}
              maxLength={PROMPT_ANSWER_MAX_CHARS}
              placeholder={COPY.placeholder}
              value={draft.answer}
              error={index === 0 ? error : undefined}
              hint={`${draft.answer.length} of ${PROMPT_ANSWER_MAX_CHARS}`}
              onChange={(event) => change(index, { answer: event.target.value })}
            />
          </div>
        );
      })}
      {drafts.length < PROMPTS_PER_PROFILE && (
        <Button
          variant="ghost"
          className="self-start"
          icon={<Plus aria-hidden className="size-4" />}
          onClick={addAnother}
        >
          {COPY.another}
        </Button>
      )}
      <StepActions busy={save.isPending} label={submitLabel} />
    </form>
  );
}
