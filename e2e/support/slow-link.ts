import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { resetConnection } from './reset-connection.ts';

/**
 * A network between programs of this machine that can be slow, stall, or be cut: a port that carries every connection to
 * another one.
 */
export async function startSlowLink(port: number) {
  const open = new Set<Socket>();
  let target = port;
  let delayMs = 0;
  let isCut = false;
  let route = { moving: Promise.withResolvers<void>() };
  route.moving.resolve();

  async function carry(from: Socket, to: Socket, on: typeof route): Promise<void> {
    for await (const piece of from) {
      if (delayMs) await setTimeout(delayMs);
      await on.moving.promise;
      if (!to.write(piece)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
    }
    to.end();
  }

  const server = createServer((near) => {
    if (isCut) {
      near.resetAndDestroy();
      return;
    }
    const on = route;
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.on('error', () => other.destroy());
      carry(one, other, on).catch(() => other.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** Each piece of data takes this much longer. */
    slow(ms: number) {
      delayMs = ms;
    },
    /** Connections stay open and carry nothing until `heal`, which delivers what waited. */
    stall() {
      route.moving = Promise.withResolvers();
    },
    /** Open connections never carry anything again, as behind a firewall that dropped them; new ones do. */
    blackhole() {
      route.moving = Promise.withResolvers();
      route = { moving: Promise.withResolvers() };
      route.moving.resolve();
    },
    /** Resets all connections, and new ones until `heal`. */
    cut() {
      isCut = true;
      for (const socket of open) resetConnection(socket);
    },
    /** New connections go to this port; those that are open stay where they are. */
    redirect(to: number) {
      target = to;
    },
    heal() {
      delayMs = 0;
      isCut = false;
      route.moving.resolve();
    },
    stop() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
