interface Fate {
  writtenAt: number;
  acknowledgedAt: number | null;
  heldAt: number | null;
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
  held(id: string): void;
  /** A device received a frame with this message. */
  frame(id: string, device: string): void;
  retried(why: string): void;
  lostConnection(device: string): void;
  caughtUp(device: string): void;
  /** A service is being killed on purpose. */
  breakStarted(name: string): void;
  fates(): ReadonlyMap<string, Readonly<Fate>>;
  breaks(): readonly Break[];
  counts(): { retries: Record<string, number>; repeatedFrames: number };
}

export function createLedger(now: () => number): Ledger {
  const fates = new Map<string, Fate>();
  const breaks: Break[] = [];
  const frames = new Set<string>();
  const retries: Record<string, number> = {};
  let repeatedFrames = 0;
  return {
    written: (id) => void fates.set(id, { writtenAt: now(), acknowledgedAt: null, heldAt: null }),
    acknowledged(id) {
      const fate = fates.get(id);
      if (fate) fate.acknowledgedAt ??= now();
    },
    held(id) {
      const fate = fates.get(id);
      if (fate) fate.heldAt ??= now();
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
    fates: () => fates,
    breaks: () => breaks,
    counts: () => ({ retries, repeatedFrames }),
  };
}
