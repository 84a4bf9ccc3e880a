import { useEffect, useRef } from 'react';

export interface DecisionKeys {
  onPass: () => void;
  onAccept: () => void;
  onUndo: () => void;
}

type KeyActions = Partial<Record<string, keyof DecisionKeys>>;
const ALONE: KeyActions = { ArrowLeft: 'onPass', ArrowRight: 'onAccept' };
const WITH_CONTROL: KeyActions = { z: 'onUndo', Z: 'onUndo' };

/** By pinching, beyond what fits in the window. */
const isZoomed = () => (window.visualViewport?.scale ?? 1) > 1;

const IGNORED_TARGETS =
  'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]';

/**
 * Left arrow passes, right arrow accepts, Ctrl+Z or Cmd+Z undoes; ignored in text fields, dialogs and menus. No letter alone: who dictates
 * sends such keys with every word. In a zoomed view the arrows move the view.
 */
export function useDecisionKeys(keys: DecisionKeys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.altKey || event.shiftKey || event.repeat) return;
      if (event.target instanceof Element && event.target.closest(IGNORED_TARGETS)) return;
      const action =
        event.ctrlKey || event.metaKey ? WITH_CONTROL[event.key] : isZoomed() ? undefined : ALONE[event.key];
      if (!action) return;
      event.preventDefault();
      latest.current[action]();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
