import type { ConnectionQuality, ConnectionStatus } from '../../lib/realtime/connection.ts';

export const CONNECTION_LABELS: Record<ConnectionStatus, string> = {
  connecting: 'Connecting',
  authenticating: 'Authenticating',
  connected: 'Connected',
  disconnected: 'Disconnected',
  reconnecting: 'Reconnecting',
  error: 'Connection error',
};

export const QUALITY_LABELS: Record<ConnectionQuality, string> = {
  excellent: 'Excellent',
  good: 'Good',
  fair: 'Fair',
  poor: 'Poor',
  unknown: 'Unknown',
};

/** How many of the four bars are full. */
export const QUALITY_BARS: Record<ConnectionQuality, number> = { excellent: 4, good: 3, fair: 2, poor: 1, unknown: 0 };

export const TROUBLESHOOTING = [
  'Check that you are connected to the internet.',
  'Turn off your VPN or proxy, if you use one.',
  'Refresh the page.',
] as const;
