import type { Conversation, Message } from '@soulsight/contract/chat';
import { Ban, ChartNoAxesColumn, EllipsisVertical, Eye, Flag, HeartCrack } from 'lucide-react';
import { useState } from 'react';
import { useUnmatch } from '../../features/match/match.hooks.ts';
import { useBlock } from '../../features/safety/block-and-report.hooks.ts';
import { ReportDialog } from '../../features/safety/components/report-dialog.tsx';
import { revealPath } from '../../lib/paths.ts';
import { personName } from '../../lib/person.ts';
import { IconButton } from '../../ui/button.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/menu.tsx';

/** A report includes this many of the other user's last messages. */
const EVIDENCE_MESSAGES = 10;

export interface ChatMenuProps {
  conversation: Conversation;
  /** The loaded messages. */
  messages: readonly Message[];
  /** Opens the insights. */
  onInsights: () => void;
  /** The conversation was closed by an unmatch or a block. */
  onClosed: () => void;
}

/** The actions of a conversation: reveal, insights, unmatch, block, report. */
export function ChatMenu({ conversation, messages, onInsights, onClosed }: ChatMenuProps) {
  const [asking, setAsking] = useState<'unmatch' | 'block' | 'report' | null>(null);
  const close = () => setAsking(null);
  const done = () => {
    close();
    onClosed();
  };
  const unmatch = useUnmatch(done);
  const block = useBlock(done);
  const { person, match_id: matchId } = conversation;
  const name = personName(person);
  const theirs = messages.filter((m) => m.sender_id === person.id && !m.deleted).map((m) => m.id);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Options for ${name}`}>
            <EllipsisVertical aria-hidden className="size-5" />
          </IconButton>
        }
      >
        <MenuLink to={revealPath(matchId)} icon={<Eye aria-hidden className="size-4" />}>
          Reveal
        </MenuLink>
        <MenuItem icon={<ChartNoAxesColumn aria-hidden className="size-4" />} onClick={onInsights}>
          Insights
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<HeartCrack aria-hidden className="size-4" />} onClick={() => setAsking('unmatch')}>
          Unmatch
        </MenuItem>
        <MenuItem danger icon={<Ban aria-hidden className="size-4" />} onClick={() => setAsking('block')}>
          Block
        </MenuItem>
        <MenuItem danger icon={<Flag aria-hidden className="size-4" />} onClick={() => setAsking('report')}>
          Report
        </MenuItem>
      </Menu>
      <AlertDialog
        open={asking === 'unmatch'}
        onOpenChange={close}
        title={`Unmatch ${name}?`}
        description="You will both lose this conversation and everything you have revealed. You cannot undo this."
        confirmLabel="Unmatch"
        danger
        loading={unmatch.isPending}
        onConfirm={() => unmatch.mutate(matchId)}
      />
      <AlertDialog
        open={asking === 'block'}
        onOpenChange={close}
        title={`Block ${name}?`}
        description="You will both lose this conversation, and they cannot find you again. We do not tell them."
        confirmLabel="Block"
        danger
        loading={block.isPending}
        onConfirm={() => block.mutate(person.id)}
      />
      {asking === 'report' && (
        <ReportDialog
          open
          onClose={close}
          userId={person.id}
          name={name}
          messageIds={theirs.slice(-EVIDENCE_MESSAGES)}
        />
      )}
    </>
  );
}
