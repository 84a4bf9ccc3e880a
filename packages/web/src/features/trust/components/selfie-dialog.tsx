import { Camera } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isApiError } from '../../../lib/api/api-error.ts';
import { formatTime } from '../../../lib/format.ts';
import { profilePath } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { POSE_TEXTS } from '../trust.copy.ts';
import { useDrawPose, useSubmitSelfie } from '../trust.hooks.ts';

const TYPES = 'image/jpeg,image/png,image/webp';

/** Draws a pose and takes a selfie of it, with the camera on a phone, from a file elsewhere. */
export function SelfieDialog({ onClose }: { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [selfie, setSelfie] = useState<File | null>(null);
  const preview = useObjectUrl(selfie);
  const draw = useDrawPose();
  const submit = useSubmitSelfie();
  const { mutate: drawPose } = draw;
  useEffect(() => drawPose(), [drawPose]);
  const challenge = draw.data;

  function send() {
    if (!challenge || !selfie) return;
    submit.mutate(
      { id: challenge.id, selfie },
      {
        onSuccess: onClose,
        // The pose may have expired: the answer of the next call is the one that counts.
        onError: () => {
          setSelfie(null);
          drawPose();
        },
      },
    );
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Selfie check"
      description="A moderator compares it with your photos. Nobody else sees it, and we delete it once it is decided."
      footer={
        challenge && (
          <>
            <Button variant={selfie ? 'secondary' : 'primary'} onClick={() => input.current?.click()}>
              {selfie ? 'Take another' : 'Take the selfie'}
            </Button>
            {selfie && (
              <Button loading={submit.isPending} onClick={send}>
                Send
              </Button>
            )}
          </>
        )
      }
    >
      {draw.error && <NotNow error={draw.error} onRetry={() => drawPose()} />}
      {!draw.error && !challenge && <TextSkeleton lines={3} />}
      {challenge && (
        <>
          <div className="flex flex-col items-center gap-3 rounded-lg bg-raised p-6 text-center">
            {preview ? (
              <img src={preview} alt="Your selfie" className="max-h-[40dvh] rounded-md object-contain" />
            ) : (
              <Camera aria-hidden className="size-8 text-accent-text" strokeWidth={1.5} />
            )}
            <p className="display text-xl">{POSE_TEXTS[challenge.pose]}</p>
            <p className="text-sm text-ink-soft">
              Show your whole face in good light, without a filter. This pose is valid until{' '}
              <time dateTime={challenge.expires_at}>{formatTime(challenge.expires_at)}</time>.
            </p>
          </div>
          <input
            ref={input}
            type="file"
            accept={TYPES}
            capture="user"
            aria-label="Selfie"
            className="sr-only"
            tabIndex={-1}
            onChange={(event) => setSelfie(event.target.files?.[0] ?? null)}
          />
        </>
      )}
    </Dialog>
  );
}

/** A refusal that says what to do first, or a fault. */
function NotNow({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!isApiError(error) || error.code !== 'conflict') return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <div className="flex flex-col items-start gap-4">
      <p>{error.detail}</p>
      <ButtonLink to={profilePath('photos')} variant="secondary">
        Your photos
      </ButtonLink>
    </div>
  );
}

function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return setUrl(null);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
