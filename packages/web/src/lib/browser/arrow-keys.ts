import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<'column' | 'row', Readonly<Record<string, number>>>> = {
  column: { ArrowUp: -1, ArrowDown: 1 },
  row: { ArrowLeft: -1, ArrowRight: 1 },
};

/**
 * A list that is one stop for Tab: the arrow keys, Home and End move the focus among its elements that match the selector. Each of
 * them but one has `tabIndex={-1}`. A row wraps around. Returns the handler for `onKeyDownCapture`: menus inside must not take the
 * arrow keys.
 */
export function moveWithArrowKeys(
  selector: string,
  direction: keyof typeof STEPS = 'column',
): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
    const at = stops.indexOf(event.target as HTMLElement);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS[direction][event.key];
    const next = at + (step ?? 0);
    const wrapped = direction === 'row' ? (next + stops.length) % stops.length : next;
    const to = step ? stops[wrapped] : { Home: stops[0], End: stops.at(-1) }[event.key];
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    to.focus();
  };
}
