export const GLOBAL_MESSAGES = {
  critical: 'A critical error occurred. Please refresh the page.',
  script: 'Some features may not work properly. Please refresh the page.',
  partMissing:
    "This part couldn't be loaded. Please refresh the page. Anything you typed here and didn't save will be lost.",
  network: "Having trouble connecting. We'll retry automatically.",
  disconnected: 'Disconnected - Some features may not work',
  connected: 'Connected',
  offline: 'You are offline',
  online: 'Back online!',
} as const;

export const STARTUP_MESSAGES = {
  unavailable: "Soulsight's servers are currently unavailable. Please try again later.",
  failed: 'Failed to initialize the application',
} as const;
