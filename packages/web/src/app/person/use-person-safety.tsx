import { type ReactNode, Suspense, useState } from 'react';
import { useUnmatch } from '../../features/match/match.hooks.ts';
import { useBlock } from '../../features/safety/block-and-report.hooks.ts';
import { AlertDialog } from '../../ui/dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';

const ReportDialog = lazyPart(() => import('../../features/safety/components/report-dialog.tsx'), 'ReportDialog');

export interface PersonSafetyOptions {
  userId: string;
  name: string;
  /** Their last messages, as evidence of a report. */
  messageIds?: readonly string[];
  /** After an unmatch or a block, both of which close everything between the two. */
  onClosed: () => void;
}

/** `isMutual` is false for a like that waits for its answer. */
type Asking =
  | { kind: 'unmatch'; matchId: string; isMutual: boolean }
  | { kind: 'block' }
  | { kind: 'report'; messageId?: string };

export interface PersonSafety {
  ask: (what: Asking) => void;
  /** The dialogs; render them once. */
  dialogs: ReactNode;
}

/** Unmatch, block and report, for every place that shows a person. */
export function usePersonSafety({ userId, name, messageIds = [], onClosed }: PersonSafetyOptions): PersonSafety {
  const [asking, setAsking] = useState<Asking | null>(null);
  const close = () => setAsking(null);
  const done = () => {
    close();
    onClosed();
  };
  const unmatch = useUnmatch(done);
  const block = useBlock(done);
  const evidence = asking?.kind === 'report' && asking.messageId ? [asking.messageId, ...messageIds] : messageIds;
  const takesBack = asking?.kind === 'unmatch' && !asking.isMutual;
  const dialogs = (
    <>
      <AlertDialog
        open={asking?.kind === 'unmatch'}
        onOpenChange={close}
        title={takesBack ? `Take back your like of ${name}?` : `Unmatch ${name}?`}
        description={
          takesBack
            ? 'It counts as a pass. If you let them know, it disappears from their likes.'
            : "You'll both lose this conversation and everything you've revealed. You can't undo this."
        }
        confirmLabel={takesBack ? 'Take back' : 'Unmatch'}
        danger
        loading={unmatch.isPending}
        onConfirm={() => asking?.kind === 'unmatch' && unmatch.mutate(asking.matchId)}
      />
      <AlertDialog
        open={asking?.kind === 'block'}
        onOpenChange={close}
        title={`Block ${name}?`}
        description="Everything between you closes, and they can't find you again. We don't tell them."
        confirmLabel="Block"
        danger
        loading={block.isPending}
        onConfirm={() => block.mutate(userId)}
      />
      <Suspense>
        {asking?.kind === 'report' && (
          <ReportDialog
            open
            onClose={close}
            onBlocked={done}
            userId={userId}
            name={name}
            messageIds={[...new Set(evidence)]}
          />
        )}
      </Suspense>
    </>
  );
  return { ask: setAsking, dialogs };
}
