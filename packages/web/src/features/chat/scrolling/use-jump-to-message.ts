import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Scrolls to a message, once for each navigation to it, and loads earlier messages until it is there. */
export function useJumpToMessage(
  seq: number | null,
  firstSeq: number | null,
  hasEarlier: boolean,
  loadEarlier: (downTo: number) => void,
): void {
  const { key } = useLocation();
  const served = useRef<string | null>(null);
  const load = useRef(loadEarlier);
  useEffect(() => {
    load.current = loadEarlier;
  });
  useEffect(() => {
    if (seq === null || firstSeq === null || served.current === key) return;
    if (seq < firstSeq && hasEarlier) return load.current(seq);
    const message = document.getElementById(`message-${seq}`);
    // From then on the user scrolls, such as up to earlier messages.
    if (message) served.current = key;
    message?.scrollIntoView({ block: 'center' });
  }, [seq, firstSeq, hasEarlier, key]);
}
