type Navigate = (to: string) => void;
let navigate: Navigate = (to) => window.location.assign(to);

/** Lets code outside React, such as toasts, navigate with the router. */
export function connectNavigation(to: Navigate): void {
  navigate = to;
}

export function navigateTo(to: string): void {
  navigate(to);
}
