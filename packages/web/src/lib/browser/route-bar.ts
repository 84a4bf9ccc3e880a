import { ROUTE_BAR_MS } from '@soulsight/contract/limits';

let bar: HTMLElement | undefined;

/** Flashes a thin bar at the top: another page was requested. It is outside of the page, so that it outlives the page that is left. */
export function flashRouteBar(): void {
  bar?.remove();
  const flashing = document.createElement('div');
  flashing.dataset.testid = 'route-bar';
  flashing.ariaHidden = 'true';
  flashing.className = 'fixed inset-x-0 top-0 z-[70] h-0.5 origin-left animate-route-bar bg-accent';
  document.body.append(flashing);
  setTimeout(() => flashing.remove(), ROUTE_BAR_MS);
  bar = flashing;
}
