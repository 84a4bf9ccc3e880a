type Navigate = (to: string) => void;
let navigate: Navigate = (to) => window.location.assign(to);

/** Gives code outside of React, such as toasts, the router's way to go somewhere. */
export function connectNavigation(to: Navigate): void {
  navigate = to;
}

export function navigateTo(to: string): void {
  navigate(to);
}
