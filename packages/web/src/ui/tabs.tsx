import { cx } from 'class-variance-authority';
import { type ReactNode, useId, useState } from 'react';
import { moveWithArrowKeys } from '../lib/browser/arrow-keys.ts';

export interface TabsProps<V extends string> {
  value: V;
  onChange: (value: V) => void;
  tabs: readonly { value: V; label: ReactNode; content: ReactNode }[];
  /** The accessible name. */
  label: string;
}

/** As many have room beside each other on a phone in text of the usual size. */
const ON_PHONE = 4;

const onArrowKey = moveWithArrowKeys('[role=tab]', 'row');

/** The arrow keys move among the tabs, Enter or Space opens one. Tab leaves from the focused tab, and comes back to the open one. */
export function Tabs<V extends string>({ value, onChange, tabs, label }: TabsProps<V>) {
  const id = useId();
  const panelId = `${id}-panel`;
  const [focused, setFocused] = useState<V | null>(null);
  const isCrowded = tabs.length > ON_PHONE;
  const tabStop = tabs.some((tab) => tab.value === focused) ? focused : value;
  return (
    <div>
      <div
        role="tablist"
        aria-label={label}
        onKeyDownCapture={onArrowKey}
        // What does not fit takes a second row with its own line: beyond the edge nobody would look for a tab.
        className="flex flex-wrap gap-x-1 forced-colors:border-b bg-[linear-gradient(to_top,var(--line)_1px,transparent_1px)] bg-[length:100%_calc(var(--spacing)*11)]"
      >
        {tabs.map((tab) => {
          const isOpen = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={isOpen}
              aria-controls={isOpen ? panelId : undefined}
              tabIndex={tab.value === tabStop ? 0 : -1}
              onFocus={() => setFocused(tab.value)}
              onBlur={() => setFocused(null)}
              onClick={() => onChange(tab.value)}
              className={cx(
                'relative min-h-11 shrink-0 sm:px-4 sm:text-sm font-medium whitespace-nowrap transition hover:text-ink',
                'after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full after:bg-accent after:transition-transform after:duration-300',
                'after:ease-soft',
                isCrowded ? 'px-1 text-xs min-[24rem]:px-1.5' : 'px-2 text-sm min-[22.5rem]:px-2.5',
                isOpen ? 'text-ink' : 'text-ink-faint after:scale-x-0',
              )}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      <div
        key={value}
        role="tabpanel"
        id={panelId}
        aria-labelledby={`${id}-${value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may be text alone, and is scrolled by keys
        tabIndex={0}
        className="pt-6 outline-none"
      >
        {tabs.find((tab) => tab.value === value)?.content}
      </div>
    </div>
  );
}
