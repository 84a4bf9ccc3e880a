import { isDeepStrictEqual } from 'node:util';
import type { ServerPayload } from '@soulsight/contract/realtime';
import { MINUTE_MS } from '@soulsight/contract/time';
import type { Clock } from '../clock.ts';
import type { Notice } from './bus.ts';
import type { ConnectionRegistry } from './connection-registry.ts';
import { broadcastTo } from './delivery.ts';
import type { SendToConnection } from './hub-listeners.ts';

type Maintenance = ServerPayload<'maintenance'>;

/** How long a node may not know of a maintenance whose announcement it missed. */
const READ_EVERY_MS = MINUTE_MS;

/**
 * Shows an operator's notices on this node's connections. A maintenance that lies ahead is shown to later ones too.
 * @param find reads the maintenance that was announced last, perhaps before this node started
 */
export function createNotices(registry: ConnectionRegistry, clock: Clock, find: () => Promise<Maintenance | null>) {
  let announced: Maintenance | null = null;
  /** What the database said last; undefined before. */
  let stored: Maintenance | null | undefined;
  let readAt = Number.NEGATIVE_INFINITY;

  /** Only news counts: an older node or tool announces without storing, and what the database says is then older than what was shown. */
  async function read(now: number): Promise<void> {
    if (now - readAt < READ_EVERY_MS) return;
    readAt = now;
    const found = await find();
    const isNews = stored === undefined ? announced === null : !isDeepStrictEqual(found, stored);
    stored = found;
    if (isNews) announced = found;
  }

  return {
    show(notice: Notice): void {
      if (notice.type === 'maintenance') announced = notice.payload;
      broadcastTo(registry, notice.type, notice.payload);
    },
    async greet(send: SendToConnection): Promise<void> {
      const now = clock.now().getTime();
      await read(now);
      if (announced?.at && Date.parse(announced.at) > now) send('maintenance', announced);
    },
  };
}
