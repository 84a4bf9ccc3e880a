import { useEffect, useRef } from 'react';

/** Scrolls to a message, and loads earlier messages until it is there. */
export function useJumpToMessage(
  seq: number | null,
  firstSeq: number | null,
  hasEarlier: boolean,
  loadEarlier: (downTo: number) => void,
): void {
  const load = useRef(loadEarlier);
  useEffect(() => {
    load.current = loadEarlier;
  });
  useEffect(() => {
    if (seq === null || firstSeq === null) return;
    if (seq < firstSeq && hasEarlier) load.current(seq);
    else document.getElementById(`message-${seq}`)?.scrollIntoView({ block: 'center' });
  }, [seq, firstSeq, hasEarlier]);
}
