import { LifeBuoy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../../../lib/browser/copy-text.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/choice.tsx';
import { AlertDialog, Dialog } from '../../../ui/dialog.tsx';
import { useAuthMutation, useRecoveryCodes } from '../account.hooks.ts';
import { SECURITY_COPY } from '../security.copy.ts';
import { createRecoveryCodes } from './second-step.api.ts';

const COPY = SECURITY_COPY.codes;
/** At this number of unused codes or fewer, the user is reminded to create new ones. */
const FEW = 2;
const GROUP_CHARS = 4;

/** Groups of four are easier to copy by hand; the service ignores the dashes. */
function grouped(code: string): string {
  return code.match(new RegExp(`.{1,${GROUP_CHARS}}`, 'g'))?.join('-') ?? code;
}

/** How many codes are left, with a button for new ones. `made` is whether the user has any. */
export function RecoveryCodesRow({ made, onFresh }: { made: boolean; onFresh: (codes: string[]) => void }) {
  const codes = useRecoveryCodes(made);
  const make = useAuthMutation(createRecoveryCodes);
  const [asking, setAsking] = useState(false);
  if (made && codes.data === undefined) return null;
  const kept = made ? codes.data : null;

  function run(replace: boolean) {
    make.mutate(replace, { onSuccess: onFresh, onSettled: () => setAsking(false) });
  }

  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-3">
      <span className="flex min-w-0 items-start gap-3">
        <LifeBuoy aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-faint" />
        <span className="flex flex-col">
          {COPY.title}
          <span className={kept && kept.left > FEW ? 'text-sm text-ink-faint' : 'text-sm text-warn'}>
            {kept ? COPY.left(kept.left, kept.total) : COPY.none}
            {kept && kept.left <= FEW && `. ${COPY.few}`}
          </span>
        </span>
      </span>
      <Button
        variant={kept ? 'ghost' : 'secondary'}
        size="sm"
        loading={make.isPending}
        onClick={() => (kept ? setAsking(true) : run(false))}
      >
        {kept ? COPY.renew : COPY.make}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={setAsking}
        title={COPY.renewTitle}
        description={COPY.renewText}
        confirmLabel={COPY.renew}
        loading={make.isPending}
        onConfirm={() => run(true)}
      />
    </li>
  );
}

/** Shows the codes once. It closes only after the user confirms that they are saved. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const [kept, setKept] = useState(false);
  const text = codes.map(grouped).join('\n');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && kept && onClose()}
      title={COPY.title}
      description={COPY.lead}
      footer={
        <Button disabled={!kept} onClick={onClose}>
          {COPY.done}
        </Button>
      }
    >
      <ol className="grid gap-x-6 gap-y-2 rounded-md bg-raised p-5 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{grouped(code)}</li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" onClick={() => void copyText(text, COPY.copied)}>
          {COPY.copy}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), COPY.file)}
        >
          {COPY.save}
        </Button>
      </div>
      <Checkbox label={COPY.kept} checked={kept} onChange={setKept} />
    </Dialog>
  );
}
