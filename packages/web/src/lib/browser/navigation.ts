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

/** Opens the page before this one. */
export function goBack(): void {
  navigation.back();
}
