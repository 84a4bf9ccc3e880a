import { REPORT_CATEGORIES } from '@soulsight/contract/safety';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, RadioGroup } from '../../../ui/choice.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Textarea } from '../../../ui/input.tsx';
import { useReport } from '../block-and-report.hooks.ts';
import { CATEGORY_LABELS } from '../safety.copy.ts';

const DETAILS_MAX_CHARS = 2_000;
type Category = (typeof REPORT_CATEGORIES)[number];

export interface ReportDialogProps {
  open: boolean;
  onClose: () => void;
  /** After a report that also blocked them. */
  onBlocked: () => void;
  userId: string;
  name: string;
  /** Their last messages, which can be attached as evidence. */
  messageIds: readonly string[];
}

/** Reports a user. The reported user does not learn who reported them. */
export function ReportDialog({ open, onClose, onBlocked, userId, name, messageIds }: ReportDialogProps) {
  const [category, setCategory] = useState<Category | null>(null);
  const [details, setDetails] = useState('');
  const [withEvidence, setWithEvidence] = useState(true);
  const [andBlock, setAndBlock] = useState(true);
  const report = useReport((blocked) => (blocked ? onBlocked() : onClose()));
  const evidence = withEvidence ? [...messageIds] : [];
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Report ${name}`}
      description="A moderator reads every report. We never tell the other person who sent it, and we tell you what they decide."
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            disabled={category === null}
            loading={report.isPending}
            onClick={() =>
              category && report.mutate({ userId, body: { category, details, message_ids: evidence, block: andBlock } })
            }
          >
            {andBlock ? 'Report and block' : 'Send report'}
          </Button>
        </>
      }
    >
      <RadioGroup
        label="What is it about?"
        columns={3}
        options={REPORT_CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] }))}
        value={category}
        onChange={setCategory}
      />
      <Textarea
        label="What happened?"
        optional
        maxLength={DETAILS_MAX_CHARS}
        value={details}
        onChange={(event) => setDetails(event.target.value)}
      />
      {messageIds.length > 0 && (
        <Checkbox
          label="Include their last messages, so that moderators see what you saw."
          checked={withEvidence}
          onChange={setWithEvidence}
        />
      )}
      <Checkbox
        label={`Also block ${name}: everything between you closes, and they can't find you again.`}
        checked={andBlock}
        onChange={setAndBlock}
      />
    </Dialog>
  );
}
