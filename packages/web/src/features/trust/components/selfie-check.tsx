import { SELFIE_REFUSAL_TEXTS, type TrustProfile } from '@soulsight/contract/trust';
import { Suspense, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useWithdrawSelfie } from '../trust.hooks.ts';

const SelfieDialog = lazyPart(() => import('./selfie-dialog.tsx'), 'SelfieDialog');

/** How far the selfie check is, in a sentence. */
export function describeSelfie({ verifications, selfie }: TrustProfile): string {
  if (verifications.photo) return 'People see the badge until you change your photos.';
  if (selfie.status === 'waiting') return "A moderator will compare it with your photos. You'll hear from us.";
  if (selfie.refusal) return SELFIE_REFUSAL_TEXTS[selfie.refusal];
  return "Shows people that you're the person in your photos, before they see one.";
}

/** The button for the next step of the selfie check. */
export function SelfieAction({ selfie }: Pick<TrustProfile, 'selfie'>) {
  const [open, setOpen] = useState(false);
  const withdraw = useWithdrawSelfie();
  if (selfie.status === 'waiting')
    return (
      <Button
        variant="ghost"
        size="sm"
        className="-mr-3"
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate()}
      >
        Delete selfie
      </Button>
    );
  return (
    <>
      <Button variant="ghost" size="sm" className="-mr-3" onClick={() => setOpen(true)}>
        {selfie.status === 'refused' ? 'Try Again' : 'Start'}
      </Button>
      {open && (
        <Suspense>
          <SelfieDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
