import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { readInTab, writeInTab } from '../../lib/browser/storage.ts';

const STORED_AS = 'soulsight.scroll';

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(readInTab(STORED_AS) ?? '{}');
  } catch {
    return {};
  }
}

/** Where the browser blocks storage, a reload begins at the top. */
function storePositions(positions: Record<string, number>): void {
  writeInTab(STORED_AS, JSON.stringify(positions));
}

/** A new page begins at the top, or at the element that the address names; going back returns to where the page was left. */
export function ScrollMemory() {
  const { key, pathname, hash } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const positions = useRef<Record<string, number>>(null);
  positions.current ??= readPositions();
  // The first page after a load has no key of its own; its path is used instead.
  const place = key === 'default' ? pathname : key;
  const current = useRef(place);

  useEffect(() => {
    const known = positions.current ?? {};
    const remember = () => {
      known[current.current] = window.scrollY;
    };
    const store = () => storePositions(known);
    window.history.scrollRestoration = 'manual';
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('pagehide', store);
    return () => {
      window.history.scrollRestoration = 'auto';
      window.removeEventListener('scroll', remember);
      window.removeEventListener('pagehide', store);
    };
  }, []);

  useLayoutEffect(() => {
    current.current = place;
    const left = isReturn ? positions.current?.[place] : undefined;
    const named = hash.length > 1 ? document.getElementById(decodeHash(hash)) : null;
    if (left !== undefined) window.scrollTo(0, left);
    else if (named) named.scrollIntoView();
    else window.scrollTo(0, 0);
  }, [place, isReturn, hash]);
  return null;
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}
