import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { waitUntil } from './wait-until.ts';

/** What a worker on a busy machine needs. */
const PATIENCE_MS = 60_000;

/** A mail server that takes every email and sends none. */
export async function startMailCatcher() {
  const caught: { to: string; id: string; mail: string }[] = [];
  let answers = true;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) =>
      void text(stream)
        .then((mail) => {
          const id = mail.match(/^message-id: (.*)$/im)?.[1]?.trim() ?? '';
          caught.push(...envelope.rcptTo.map(({ address }) => ({ to: address, id, mail })));
        })
        .then(() => answers && done()),
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    /** The six-digit code in the first email to an address. */
    async readCode(address: string): Promise<string> {
      await waitUntil(() => caught.some(({ to }) => to === address), PATIENCE_MS);
      return caught.find(({ to }) => to === address)?.mail.match(/\b\d{6}\b/)?.[0] ?? '';
    },
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
