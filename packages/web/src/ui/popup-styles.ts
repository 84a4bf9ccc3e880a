/** Styles of everything that opens beside its trigger. */
export const POPUP_STYLES =
  'max-w-[var(--available-width)] origin-[var(--transform-origin)] rounded-lg bg-overlay p-1.5 text-ink shadow-lg ring-1 ring-line outline-none transition duration-150 ease-soft ' +
  'data-[starting-style]:scale-95 data-[starting-style]:opacity-0 data-[ending-style]:scale-95 data-[ending-style]:opacity-0';
