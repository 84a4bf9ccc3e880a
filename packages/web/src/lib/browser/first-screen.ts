let isFirst = true;

/** Whether nobody has seen a screen yet: what somebody has waited for while the application loaded does not fade in. */
export function isFirstScreen(): boolean {
  return isFirst;
}

/** Called when a screen has been rendered. */
export function markScreenSeen(): void {
  isFirst = false;
}
