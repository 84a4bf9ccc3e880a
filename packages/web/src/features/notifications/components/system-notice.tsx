import { Megaphone, Wrench, X } from 'lucide-react';
import { useState } from 'react';
import { formatDay, formatTime } from '../../../lib/format.ts';
import { useRealtimeEvent } from '../../../lib/realtime/realtime-context.ts';
import { IconButton } from '../../../ui/button.tsx';

type Notice = { kind: 'alert' | 'maintenance'; title: string; detail: string };

/** A message from the operators, at the top of every screen until it is closed. */
export function SystemNotice() {
  const [notice, setNotice] = useState<Notice | null>(null);
  useRealtimeEvent('system_alert', ({ title, detail }) => setNotice({ kind: 'alert', title, detail }));
  useRealtimeEvent('maintenance', ({ detail, at }) => {
    const title = at === null ? 'Maintenance' : `Maintenance: ${formatDay(at)}, ${formatTime(at)}`;
    setNotice({ kind: 'maintenance', title, detail });
  });
  if (!notice) return null;
  const Icon = notice.kind === 'alert' ? Megaphone : Wrench;
  return (
    <div
      role="status"
      className="sticky top-0 z-40 flex items-center justify-center gap-3 bg-raised px-4 py-1.5 text-sm text-ink"
    >
      <Icon aria-hidden className="size-4 shrink-0 text-warn" />
      <p>
        <strong className="font-semibold">{notice.title}</strong> <span className="text-ink-soft">{notice.detail}</span>
      </p>
      <IconButton label="Close notice" onClick={() => setNotice(null)}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
