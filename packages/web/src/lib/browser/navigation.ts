import { readInTab, writeInTab } from './storage.ts';

interface Navigation {
  open: (to: string) => void;
  back: () => void;
}

const WITHOUT_ROUTER: Navigation = {
  open: (to) => window.location.assign(to),
  back: () => window.history.back(),
};
let navigation = WITHOUT_ROUTER;

/** Connects the router, so that links and code outside React navigate with it; parts that are left out do without it. */
export function connectNavigation(connected: Partial<Navigation>): void {
  navigation = { ...WITHOUT_ROUTER, ...connected };
}

export function navigateTo(to: string): void {
  navigation.open(to);
}

const PAGES_KEY = 'soulsight.pages';

/** Counts the pages of the product that were loaded in this tab, for browsers that do not list them. Call it once at the start. */
export function countPage(): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (entry?.type !== 'reload') writeInTab(PAGES_KEY, String(Number(readInTab(PAGES_KEY)) + 1));
}

/** Whether the tab showed a page of the product before this one; not whatever else was open in it, such as a search. */
export function hasPageBefore(): boolean {
  const { navigation: entries, history } = window as { navigation?: { canGoBack: boolean }; history: History };
  // The browser lists the pages of this origin only. Without the list there is what the router and the loaded pages have counted.
  return entries?.canGoBack ?? ((history.state?.idx ?? 0) > 0 || Number(readInTab(PAGES_KEY)) > 1);
}

/** Opens the page before this one. */
export function goBack(): void {
  navigation.back();
}
