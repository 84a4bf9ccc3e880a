interface Fate {
  writtenAt: number;
  acknowledgedAt: number | null;
  heldAt: number | null;
}

interface Break {
  name: string;
  at: number;
  /** When each device that lost its connection had it, and everything it missed, again. */
  away: Set<string>;
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
  triedAgain(why: string): void;
  lostConnection(device: string): void;
  caughtUp(device: string): void;
  /** Something is broken on purpose now. */
  broke(name: string): void;
  fates(): ReadonlyMap<string, Readonly<Fate>>;
  breaks(): readonly Break[];
  counts(): { again: Record<string, number>; repeatedFrames: number };
}

export function createLedger(now: () => number): Ledger {
  const fates = new Map<string, Fate>();
  const breaks: Break[] = [];
  const frames = new Set<string>();
  const again: Record<string, number> = {};
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
    triedAgain(why) {
      again[why] = (again[why] ?? 0) + 1;
    },
    lostConnection: (device) => void breaks.at(-1)?.away.add(device),
    caughtUp(device) {
      for (const { at, away, backAfterMs } of breaks) if (away.delete(device)) backAfterMs.push(now() - at);
    },
    broke: (name) => void breaks.push({ name, at: now(), away: new Set(), backAfterMs: [] }),
    fates: () => fates,
    breaks: () => breaks,
    counts: () => ({ again, repeatedFrames }),
  };
}
