interface Delivery {
  writtenAt: number;
  acknowledgedAt: number | null;
  deliveredAt: number | null;
}

interface Break {
  name: string;
  at: number;
  disconnected: Set<string>;
  /** For each device that came back: milliseconds until it was connected and had everything it missed. */
  backAfterMs: number[];
}

/** Records each message and when it was acknowledged and delivered. */
export interface Ledger {
  written(id: string): void;
  acknowledged(id: string): void;
  /** The other user's device has the message, by push or by fetching. */
  delivered(id: string): void;
  /** A device received a frame with this message. */
  frame(id: string, device: string): void;
  retried(why: string): void;
  lostConnection(device: string): void;
  caughtUp(device: string): void;
  /** A service is being killed on purpose. */
  breakStarted(name: string): void;
  deliveries(): ReadonlyMap<string, Readonly<Delivery>>;
  breaks(): readonly Break[];
  counts(): { retries: Record<string, number>; repeatedFrames: number };
}

export function createLedger(now: () => number): Ledger {
  const deliveries = new Map<string, Delivery>();
  const breaks: Break[] = [];
  const frames = new Set<string>();
  const retries: Record<string, number> = {};
  let repeatedFrames = 0;
  return {
    written: (id) => void deliveries.set(id, { writtenAt: now(), acknowledgedAt: null, deliveredAt: null }),
    acknowledged(id) {
      const delivery = deliveries.get(id);
      if (delivery) delivery.acknowledgedAt ??= now();
    },
    delivered(id) {
      const delivery = deliveries.get(id);
      if (delivery) delivery.deliveredAt ??= now();
    },
    frame(id, device) {
      const key = `${id} ${device}`;
      if (frames.has(key)) repeatedFrames += 1;
      frames.add(key);
    },
    retried(why) {
      retries[why] = (retries[why] ?? 0) + 1;
    },
    lostConnection: (device) => void breaks.at(-1)?.disconnected.add(device),
    caughtUp(device) {
      for (const { at, disconnected, backAfterMs } of breaks)
        if (disconnected.delete(device)) backAfterMs.push(now() - at);
    },
    breakStarted: (name) => void breaks.push({ name, at: now(), disconnected: new Set(), backAfterMs: [] }),
    deliveries: () => deliveries,
    breaks: () => breaks,
    counts: () => ({ retries, repeatedFrames }),
  };
}
