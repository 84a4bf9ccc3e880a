import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail server that takes every email and sends none. */
export async function startMailCatcher() {
  const { promise, resolve } = Promise.withResolvers<string>();
  const caught: { to: string; id: string }[] = [];
  let answers = true;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) =>
      void text(stream)
        .then((mail) => {
          const id = mail.match(/^message-id: (.*)$/im)?.[1]?.trim() ?? '';
          caught.push(...envelope.rcptTo.map(({ address }) => ({ to: address, id })));
          resolve(mail);
        })
        .then(() => answers && done()),
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    /** The first email. */
    first: () => promise,
    /** How many emails an address got. */
    count: (address: string) => caught.filter(({ to }) => to === address).length,
    /** The Message-ID of each email that an address got. */
    ids: (address: string) => caught.flatMap(({ to, id }) => (to === address ? [id] : [])),
    /** From now on it takes emails without saying so, as if its answers were lost; or says so again. */
    setAnswers(on: boolean) {
      answers = on;
    },
    stop: () => void server.close(() => {}),
  };
}
