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

/** Whether the tab showed a page of the product before this one; not whatever else was open in it, such as a search. */
export function hasPageBefore(): boolean {
  const { navigation: entries, history } = window as { navigation?: { canGoBack: boolean }; history: History };
  // The browser lists the pages of this origin only. One without the list knows as much as the router has counted.
  return entries?.canGoBack ?? (history.state?.idx ?? 0) > 0;
}

/** Opens the page before this one. */
export function goBack(): void {
  navigation.back();
}
