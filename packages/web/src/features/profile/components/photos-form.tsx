import { PHOTO_MAX_BYTES, PHOTOS_MAX, PHOTOS_MAX_UNVERIFIED } from '@soulsight/contract/limits';
import type { Photo } from '@soulsight/contract/profile';
import { ImagePlus, Star, Trash } from 'lucide-react';
import { useRef, useState } from 'react';
import { userSignal } from '../../../lib/api/api.ts';
import { isApiError } from '../../../lib/api/api-error.ts';
import { getStatusMessage } from '../../../lib/errors/messages.ts';
import { reportApiError } from '../../../lib/errors/report-api-error.ts';
import { usePhoto } from '../../../lib/photos/use-photo.ts';
import { toast } from '../../../lib/toast.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { AlertDialog } from '../../../ui/dialog.tsx';
import { BrandedLoader } from '../../../ui/loaders/branded-loader.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useOrderPhotos, useRemovePhoto, useUploadPhoto } from '../profile.hooks.ts';
import type { StepProps } from './step.tsx';

const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/** The message for a file that the server would refuse, or null. */
function describeFileError(file: File): string | null {
  if (!TYPES.includes(file.type)) return getStatusMessage(415, 'profile');
  return file.size > PHOTO_MAX_BYTES ? getStatusMessage(413, 'profile') : null;
}

/** The photo that is uploaded now, of how many, and the share of it that has been sent, 0 to 1. */
interface Sending {
  at: number;
  all: number;
  share: number;
}

function describeSending({ at, all, share }: Sending): string {
  if (share === 1) return 'Sent. Now we remove location and camera data…';
  return all === 1 ? 'Sending your photo…' : `Sending photo ${at + 1} of ${all}…`;
}

function describeTooMany(places: number, max: number): string {
  return `You can have ${max} photos, so only the first ${places === 1 ? 'one' : places} will be added.`;
}

/** The user's photos; the first is the main photo. */
export function PhotosForm({ me, onDone, submitLabel }: StepProps) {
  const input = useRef<HTMLInputElement>(null);
  const upload = useUploadPhoto();
  const remove = useRemovePhoto();
  const order = useOrderPhotos();
  const [deleting, setDeleting] = useState<string | null>(null);
  const [sending, setSending] = useState<Sending | null>(null);
  const photos = me.photos;
  const max = me.isVerified ? PHOTOS_MAX : PHOTOS_MAX_UNVERIFIED;
  const places = Math.max(0, max - photos.length);

  async function add(files: readonly File[]) {
    const signedOut = userSignal();
    const chosen = files.slice(0, places);
    if (chosen.length < files.length) toast.info(describeTooMany(places, max));
    const failed: File[] = [];
    let failure: unknown;
    for (const [at, file] of chosen.entries()) {
      // Photos of a user who has signed out must not go to the next user of this tab.
      if (signedOut.aborted) break;
      const refusal = describeFileError(file);
      if (refusal) toast.error(refusal);
      else {
        const onProgress = (share: number) => setSending({ at, all: chosen.length, share });
        onProgress(0);
        await upload.mutateAsync({ photo: file, onProgress }).catch((error: unknown) => {
          if (!(isApiError(error) && error.retryable)) return reportApiError(error, { context: 'profile' });
          failure = error;
          failed.push(file);
        });
      }
    }
    setSending(null);
    if (input.current) input.current.value = '';
    // One message for all of them.
    if (failed.length > 0 && !signedOut.aborted)
      reportApiError(failure, { context: 'profile', retry: () => void add(failed) });
  }

  function makeMain(photo: Photo) {
    order.mutate([photo.id, ...photos.filter((other) => other.id !== photo.id).map((other) => other.id)]);
  }

  return (
    <div className="flex flex-col gap-6">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {photos.map((photo, index) => (
          <li key={photo.id} className="relative overflow-hidden rounded-lg bg-raised ring-1 ring-inset ring-line">
            <OwnPhoto photo={photo} number={index + 1} />
            <div className="absolute inset-x-0 bottom-0 flex justify-between bg-linear-to-t from-black to-transparent p-2 text-white">
              {index === 0 ? (
                <span className="self-center pl-1 text-xs font-medium whitespace-nowrap">Main photo</span>
              ) : (
                <IconButton label="Make this the main photo" className="text-white" onClick={() => makeMain(photo)}>
                  <Star aria-hidden className="size-5" />
                </IconButton>
              )}
              <IconButton label="Delete this photo" className="text-white" onClick={() => setDeleting(photo.id)}>
                <Trash aria-hidden className="size-5" />
              </IconButton>
            </div>
          </li>
        ))}
        {places > 0 && (
          <li>
            <button
              type="button"
              // Keeps the focus during an upload.
              aria-disabled={sending !== null}
              onClick={() => !sending && input.current?.click()}
              className="flex aspect-[4/5] w-full flex-col items-center justify-center gap-2 rounded-lg border-2 border-dashed border-line-strong text-ink-soft hover:bg-raised aria-disabled:opacity-55"
            >
              <ImagePlus aria-hidden className="size-7" strokeWidth={1.5} />
              <span className="text-sm">Add a photo</span>
            </button>
          </li>
        )}
      </ul>
      {sending && (
        <div className="animate-rise rounded-lg bg-raised">
          <BrandedLoader message={describeSending(sending)} progress={100 * sending.share} />
        </div>
      )}
      <input
        ref={input}
        type="file"
        multiple
        accept={TYPES.join(',')}
        aria-label="Choose photos"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void add([...(event.target.files ?? [])])}
      />
      <p className="text-xs text-ink-faint">
        JPG, PNG, GIF or WebP, up to 10 MB. We remove location and camera data before storing a photo.
        {!me.isVerified && ` Up to ${PHOTOS_MAX_UNVERIFIED} photos until you have confirmed your email.`}
      </p>
      <div className="flex justify-end">
        <Button size="lg" onClick={onDone} className="max-sm:whitespace-normal">
          {submitLabel}
        </Button>
      </div>
      <AlertDialog
        open={deleting !== null}
        onOpenChange={(open) => !open && setDeleting(null)}
        title="Delete this photo?"
        description="It disappears for everyone you revealed it to, too."
        confirmLabel="Delete"
        danger
        loading={remove.isPending}
        onConfirm={() => deleting && remove.mutate(deleting, { onSettled: () => setDeleting(null) })}
      />
    </div>
  );
}

/** Users see their own photos unblurred, as in the last stage. */
const OWN_STAGE = 4;

function OwnPhoto({ photo, number }: { photo: Photo; number: number }) {
  const address = usePhoto(photo, OWN_STAGE);
  if (!address) return <Skeleton className="aspect-[4/5] w-full" />;
  return (
    <img src={address} alt={`Yours, number ${number}`} className="aspect-[4/5] w-full animate-fade object-cover" />
  );
}
