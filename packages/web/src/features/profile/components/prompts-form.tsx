import { PROMPT_ANSWER_MAX_CHARS, PROMPTS_PER_PROFILE } from '@soulsight/contract/limits';
import { PROMPT_KEYS, PROMPTS, type PromptKey } from '@soulsight/contract/user';
import { useState } from 'react';
import { Select, Textarea } from '../../../ui/input.tsx';
import { useUpdateMe } from '../profile.hooks.ts';
import { StepActions, type StepProps } from './step.tsx';

const DEFAULT_KEYS: readonly PromptKey[] = ['sunday', 'laugh', 'small_joy'];

interface Draft {
  key: PromptKey;
  answer: string;
}

function toDrafts(prompts: readonly Draft[]): Draft[] {
  const drafts = prompts.map(({ key, answer }) => ({ key, answer }));
  const free = DEFAULT_KEYS.concat(PROMPT_KEYS).filter((key) => !drafts.some((draft) => draft.key === key));
  while (drafts.length < PROMPTS_PER_PROFILE) drafts.push({ key: free.shift() as PromptKey, answer: '' });
  return drafts;
}

export function PromptsForm({ me, onDone, submitLabel }: StepProps) {
  const save = useUpdateMe();
  const [drafts, setDrafts] = useState(() => toDrafts(me.prompts));
  const [tried, setTried] = useState(false);

  function change(index: number, part: Partial<Draft>) {
    setDrafts(drafts.map((draft, i) => (i === index ? { ...draft, ...part } : draft)));
  }

  function submit(event: React.FormEvent) {
    event.preventDefault();
    setTried(true);
    if (drafts.some((draft) => draft.answer.trim() === '')) return;
    save.mutate({ prompts: drafts.map((d) => ({ key: d.key, answer: d.answer.trim() })) }, { onSuccess: onDone });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-8">
      {drafts.map((draft, index) => {
        const taken = drafts.filter((other) => other !== draft).map((other) => other.key);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the three places are fixed, what stands in them changes
          <div key={index} className="flex flex-col gap-3">
            <Select
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
              placeholder="Your answer"
              value={draft.answer}
              error={tried && draft.answer.trim() === '' ? 'One sentence is enough.' : undefined}
              hint={`${draft.answer.length} of ${PROMPT_ANSWER_MAX_CHARS}`}
              onChange={(event) => change(index, { answer: event.target.value })}
            />
          </div>
        );
      })}
      <StepActions busy={save.isPending} label={submitLabel} />
    </form>
  );
}
