import { formatDateTime } from '../../../lib/format.ts';
import { usePhoto } from '../../../lib/photos/use-photo.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton, TextSkeleton } from '../../../ui/skeleton.tsx';
import { useDecidePhoto, usePhotoRequests } from '../trust.hooks.ts';

type Request = NonNullable<ReturnType<typeof usePhotoRequests>['data']>['photos'][number];

/** Main photos whose owners asked for verification. */
export function PhotoQueue() {
  const requests = usePhotoRequests();
  if (requests.isPending) return <TextSkeleton lines={4} />;
  if (requests.isError) return <ErrorState error={requests.error} onRetry={() => requests.refetch()} />;
  if (requests.data.photos.length === 0)
    return <EmptyState title="No photos">All photos have been reviewed.</EmptyState>;
  return (
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {requests.data.photos.map((request) => (
        <li key={request.photo_id}>
          <PhotoCard request={request} />
        </li>
      ))}
    </ul>
  );
}

/** Moderators see photos unblurred, as in the last stage. */
const WHOLE_STAGE = 4;

function PhotoCard({ request }: { request: Request }) {
  const decide = useDecidePhoto();
  const address = usePhoto({ id: request.photo_id, url: request.url }, WHOLE_STAGE);
  const answer = (verified: boolean) => decide.mutate({ id: request.photo_id, verified });
  return (
    <Card flush className="overflow-hidden">
      {address ? (
        <img src={address} alt="Waiting to be verified" className="aspect-[4/5] w-full object-cover" />
      ) : (
        <Skeleton className="aspect-[4/5] w-full rounded-none" />
      )}
      <div className="flex flex-col gap-4 p-5">
        <p className="text-sm text-ink-faint">
          Requested <time dateTime={request.at}>{formatDateTime(request.at)}</time>
        </p>
        <div className="flex gap-3">
          <Button size="sm" loading={decide.isPending} onClick={() => answer(true)}>
            A real face
          </Button>
          <Button size="sm" variant="secondary" loading={decide.isPending} onClick={() => answer(false)}>
            Not a face
          </Button>
        </div>
      </div>
    </Card>
  );
}
