import type { Clock } from '../clock.ts';
import type { Notice } from './bus.ts';
import type { ConnectionRegistry } from './connection-registry.ts';
import { broadcastTo } from './delivery.ts';
import type { SendToConnection } from './hub-listeners.ts';

/** Shows an operator's notices on this node's connections. A maintenance that lies ahead is shown to later ones too. */
export function createNotices(registry: ConnectionRegistry, clock: Clock) {
  let ahead: Extract<Notice, { type: 'maintenance' }> | null = null;
  return {
    show(notice: Notice): void {
      if (notice.type === 'maintenance') ahead = notice;
      broadcastTo(registry, notice.type, notice.payload);
    },
    greet(send: SendToConnection): void {
      const at = ahead?.payload.at;
      if (ahead && at && Date.parse(at) > clock.now().getTime()) send('maintenance', ahead.payload);
    },
  };
}
