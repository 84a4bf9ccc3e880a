/** Connected sockets that are not signed in. Signing in takes milliseconds, so more than this at once is an attack. */
const PER_NETWORK_MAX = 200;
const TOTAL_MAX = 2_000;

/** Why one more socket is refused, as an HTTP status: 429 for its network's own limit, 503 for that of the server. */
export type PendingRefusal = 429 | 503;

/** Counts the sockets that strangers hold open, so that they cannot exhaust memory. */
export function createPendingSockets() {
  const byNetwork = new Map<string, number>();
  let total = 0;

  /** Returns a function that ends the count of the socket; calling it twice does nothing. */
  function add(network: string): PendingRefusal | (() => void) {
    const count = byNetwork.get(network) ?? 0;
    if (count >= PER_NETWORK_MAX) return 429;
    if (total >= TOTAL_MAX) return 503;
    byNetwork.set(network, count + 1);
    total += 1;
    let isCounted = true;
    return () => {
      if (!isCounted) return;
      isCounted = false;
      total -= 1;
      const left = (byNetwork.get(network) ?? 0) - 1;
      if (left > 0) byNetwork.set(network, left);
      else byNetwork.delete(network);
    };
  }

  return { add };
}
