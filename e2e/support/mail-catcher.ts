import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail server that takes every email and sends none. */
export async function startMailCatcher() {
  const { promise, resolve } = Promise.withResolvers<string>();
  const receivers: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) =>
      void text(stream)
        .then((mail) => {
          receivers.push(...envelope.rcptTo.map(({ address }) => address));
          resolve(mail);
        })
        .then(() => done()),
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    /** The first email. */
    first: () => promise,
    /** How many emails an address got. */
    count: (address: string) => receivers.filter((receiver) => receiver === address).length,
    stop: () => void server.close(() => {}),
  };
}
