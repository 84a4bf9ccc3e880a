/** A toast that fades out, which still has its buttons. */
const LEAVING = '[data-sonner-toast][data-removed="true"]';

/** A toast takes the focus with it if others stay, because sonner brings it back to the page only when its whole list loses it. */
export function returnFocus(): void {
  const observer = new MutationObserver(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement) || !focused.closest(LEAVING)) return;
    focused.blur();
    // What had the focus may be gone.
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
  });
  observer.observe(document.body, { subtree: true, attributeFilter: ['data-removed'] });
}
