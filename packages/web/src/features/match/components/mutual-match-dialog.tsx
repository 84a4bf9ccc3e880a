import { Dialog } from '@base-ui/react/dialog';
import type { Aura as AuraTraits } from '@soulsight/contract/aura';
import type { Match } from '@soulsight/contract/match';
import { personName } from '../../../lib/person.ts';
import { Aura } from '../../../ui/aura/aura.tsx';
import { PersonAura } from '../../../ui/aura/person-aura.tsx';
import { WELCOME_AURA } from '../../../ui/aura/welcome-aura.ts';
import { Button } from '../../../ui/button.tsx';
import { OverlayLoader } from '../../../ui/loaders/overlay-loader.tsx';
import { MATCH_COPY } from '../match.copy.ts';

export interface MutualMatchDialogProps {
  match: Match;
  /** The signed-in user's aura. */
  aura: AuraTraits | undefined;
  onStart: () => void;
  onClose: () => void;
  starting: boolean;
}

/** Celebrates a mutual match and offers to start the conversation. */
export function MutualMatchDialog({ match, aura, onStart, onClose, starting }: MutualMatchDialogProps) {
  const copy = MATCH_COPY.moment;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Popup className="moment fixed inset-0 z-50 flex animate-fade flex-col items-center justify-center gap-10 overflow-hidden px-6 text-center outline-none">
          <div aria-hidden className="relative grid size-[min(24rem,62vw,38dvh)] place-items-center">
            <span className="moment-ring absolute inset-0 rounded-full ring-2 ring-accent" />
            <span className="moment-left absolute inset-0">
              <Aura aura={aura ?? WELCOME_AURA} className="size-full" />
            </span>
            <span className="moment-right absolute inset-0 mix-blend-plus-lighter">
              <PersonAura person={match.person} className="size-full" />
            </span>
          </div>
          <div className="moment-words flex max-w-md flex-col items-center gap-4">
            <Dialog.Title className="display text-5xl">{copy.title}</Dialog.Title>
            <Dialog.Description className="text-lg text-ink-soft">
              You and {personName(match.person)} both said yes.
            </Dialog.Description>
            <div className="mt-4 flex flex-col gap-3 sm:flex-row-reverse">
              <Button size="lg" loading={starting} onClick={onStart}>
                {copy.start}
              </Button>
              <Button size="lg" variant="ghost" onClick={onClose}>
                {copy.later}
              </Button>
            </div>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
      <OverlayLoader open={starting} />
    </Dialog.Root>
  );
}
