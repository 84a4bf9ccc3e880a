import type { SignedInDevice } from '@soulsight/contract/auth';
import { Laptop, Smartphone } from 'lucide-react';
import { formatDateTime } from '../../../lib/format.ts';
import { useSessionContext } from '../../../lib/session/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { useDevices, useSignOutDevice } from '../account.hooks.ts';
import { SECURITY_COPY } from '../security.copy.ts';

const COPY = SECURITY_COPY.devices;

/** The user's signed-in devices, each with a button to sign it out. */
export function DeviceList() {
  const { signOut } = useSessionContext();
  const devices = useDevices();
  if (devices.isPending) return <TextSkeleton lines={3} />;
  if (devices.isLoadingError) return <ErrorState error={devices.error} onRetry={() => devices.refetch()} />;
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col divide-y divide-line">
        {devices.data.sessions.map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
      <div>
        <Button variant="secondary" onClick={() => void signOut('global')}>
          {COPY.everywhere}
        </Button>
      </div>
    </div>
  );
}

function DeviceRow({ device }: { device: SignedInDevice }) {
  const end = useSignOutDevice(COPY.ended);
  const Icon = /iPhone|Android|iPad/.test(device.device) ? Smartphone : Laptop;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-3">
      <span className="flex min-w-0 items-start gap-3">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-faint" />
        <span className="flex min-w-0 flex-col">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {device.device}
            {device.current && <Badge tone="good">{COPY.here}</Badge>}
          </span>
          <span className="text-sm text-ink-faint">
            {COPY.lastUsed} <time dateTime={device.last_used_at}>{formatDateTime(device.last_used_at)}</time>
            {device.ip && `, ${device.ip}`}
            {device.aal === 'aal2' && `, ${COPY.secondStep}`}
          </span>
        </span>
      </span>
      {!device.current && (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`${COPY.end}: ${device.device}`}
          loading={end.isPending}
          onClick={() => end.mutate(device.id)}
        >
          {COPY.end}
        </Button>
      )}
    </li>
  );
}
