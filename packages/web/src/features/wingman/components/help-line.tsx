import type { WingmanCare } from '@soulsight/contract/wingman';
import { HeartHandshake, X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { hideHelp, isHelpHidden } from '../hidden-help.ts';
import { WINGMAN_COPY } from '../wingman.copy.ts';
import { CareDetails } from './care-card.tsx';
import type { WingmanActions } from './wingman-actions.ts';

export interface HelpLineProps extends Omit<WingmanActions, 'onText'> {
  userId: string;
  conversationId: string;
  help: WingmanCare;
}

/**
 * One line above the message box in a hard moment; what it says is in a dialog. The line does not name violence or suicide, because
 * somebody else may see the screen.
 */
export function HelpLine({ userId, conversationId, help, ...actions }: HelpLineProps) {
  const [isOpen, setOpen] = useState(false);
  const [hiddenSeq, setHiddenSeq] = useState(0);
  const isShown = help.seq > hiddenSeq && !isHelpHidden(userId, conversationId, help.seq);
  const hide = () => {
    hideHelp(userId, conversationId, help.seq);
    setHiddenSeq(help.seq);
  };
  const closing = (act: () => void) => () => {
    setOpen(false);
    act();
  };
  return (
    <>
      {isShown && (
        <div className="mx-auto flex w-full max-w-3xl animate-fade items-center gap-2 border-t border-line py-1 pr-1 pl-4 sm:px-6">
          <HeartHandshake aria-hidden className="size-5 shrink-0 text-gold" />
          <p className="min-w-0 flex-1 text-sm text-ink-soft">
            {help.help.length > 0 ? WINGMAN_COPY.helpLead : help.title}
          </p>
          <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
            {help.help.length > 0 ? WINGMAN_COPY.helpOpen : WINGMAN_COPY.helpWhatToDo}
          </Button>
          <IconButton label={WINGMAN_COPY.helpHide} onClick={hide}>
            <X aria-hidden className="size-4" />
          </IconButton>
        </div>
      )}
      <Dialog open={isOpen} onOpenChange={setOpen} title={help.title}>
        <div className="flex flex-col items-start gap-4">
          <CareDetails
            care={help}
            onMessage={(seq) => closing(() => actions.onMessage(seq))()}
            onReport={closing(actions.onReport)}
            onBlock={closing(actions.onBlock)}
          />
          <p className="text-xs text-ink-faint">{WINGMAN_COPY.helpPrivate}</p>
        </div>
      </Dialog>
    </>
  );
}
