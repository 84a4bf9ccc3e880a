import { useEffect, useRef } from 'react';

export interface DecisionKeys {
  onPass: () => void;
  onAccept: () => void;
  onUndo: () => void;
}

const IGNORED_TARGETS =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]';

/** Left arrow passes, right arrow accepts, Z undoes. Ignored in text fields, dialogs and menus. */
export function useDecisionKeys(keys: DecisionKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) return;
      if (event.target instanceof Element && event.target.closest(IGNORED_TARGETS)) return;
      const action = { ArrowLeft: 'onPass', ArrowRight: 'onAccept', z: 'onUndo', Z: 'onUndo' }[event.key];
      if (!action) return;
      event.preventDefault();
      latest.current[action as keyof DecisionKeys]();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
