import { Command, defaultFilter } from 'cmdk';
import { type KeyboardEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { QUICK_ITEMS } from './nav-items.ts';

/** A single letter puts the entry with that key first; longer text filters. */
function filterItems(value: string, search: string, keywords: string[] = []): number {
  return search.trim().toUpperCase() === keywords[0] ? 1 : 0.99 * (defaultFilter?.(value, search) ?? 0);
}

/** The list of places behind the quick navigation. */
export function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [filter, setFilter] = useState('');

  function go(to: string): void {
    onClose();
    void navigate(to);
  }

  /** Alt and a key open an entry directly; without Alt, letters filter. */
  function onKeyDown(event: KeyboardEvent): void {
    if (!event.altKey || event.ctrlKey || event.metaKey) return;
    const item = QUICK_ITEMS.find(({ key }) => event.code === `Key${key}`);
    if (!item) return;
    event.preventDefault();
    go(item.to);
  }

  return (
    <Command.Dialog
      open
      onOpenChange={(open) => open || onClose()}
      label="Quick navigation"
      filter={filterItems}
      onKeyDown={onKeyDown}
      overlayClassName="fixed inset-0 z-50 bg-scrim backdrop-blur-sm"
      contentClassName="fixed top-[12dvh] left-1/2 z-50 w-[min(34rem,calc(100vw-2rem))] -translate-x-1/2 animate-rise overflow-hidden rounded-xl bg-overlay shadow-lg ring-1 ring-line"
    >
      <Command.Input
        value={filter}
        onValueChange={setFilter}
        placeholder="Quick navigation..."
        className="h-14 w-full border-b border-line bg-transparent px-5 text-lg outline-none placeholder:text-ink-faint max-[18rem]:px-3 max-[18rem]:text-base"
      />
      {/* Outside the list, which holds nothing but options. */}
      <Command.Empty className="px-4 pt-8 pb-4 text-center text-sm text-ink-faint">
        <p role="status">No results found</p>
      </Command.Empty>
      <Command.List className="max-h-[60dvh] overflow-y-auto p-2">
        {QUICK_ITEMS.map(({ to, label, icon: Icon, key }) => (
          <Command.Item
            key={key}
            value={label}
            keywords={[key]}
            onSelect={() => go(to)}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md px-3 text-ink data-[selected=true]:bg-raised"
          >
            <Icon aria-hidden className="size-5 text-ink-faint" strokeWidth={1.7} />
            <span className="flex-1">{label}</span>
            <kbd className="grid size-7 place-items-center rounded-xs bg-bg font-sans text-2xs text-ink-faint ring-1 ring-line">
              {key}
            </kbd>
          </Command.Item>
        ))}
      </Command.List>
    </Command.Dialog>
  );
}
