interface Fate {
  writtenAt: number;
  acknowledgedAt: number | null;
  heldAt: number | null;
}

interface Break {
  name: string;
  at: number;
  /** When each device that lost its connection had it, and everything it missed, again. */
  disconnected: Set<string>;
  backAfterMs: number[];
}

/** What was written, and what became of it, by when. */
export interface Ledger {
  written(id: string): void;
  acknowledged(id: string): void;
  /** The other's device has it, whichever way it came. */
  held(id: string): void;
  /** A frame of a message came to a device. */
  frame(id: string, device: string): void;
  retried(why: string): void;
  lostConnection(device: string): void;
  caughtUp(device: string): void;
  /** Something is broken on purpose now. */
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
