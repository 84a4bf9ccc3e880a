type Navigate = (to: string | -1) => void;

const withoutRouter: Navigate = (to) => (to === -1 ? window.history.back() : window.location.assign(to));
let navigate = withoutRouter;

/** Connects the router, so that links and code outside React navigate with it; null disconnects it. */
export function connectNavigation(to: Navigate | null): void {
  navigate = to ?? withoutRouter;
}

export function navigateTo(to: string): void {
  navigate(to);
}

/** Opens the page before this one. */
export function goBack(): void {
  navigate(-1);
}
