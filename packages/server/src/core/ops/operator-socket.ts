import { once } from 'node:events';
import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { StartError } from '../config/start-error.ts';
import type { Log } from './logger.ts';

/**
 * Commands of the operator that need the database: name to function. Each takes the command line's argument and returns the text
 * to print. A `StartError` is an answer for the operator; any other error is a fault.
 */
export type OperatorCommands = Record<string, (argument: string) => Promise<string>>;

type Reply = { output: string } | { error: string };

const REQUEST_MAX_BYTES = 4_096;
const TIMEOUT_MS = 30_000;
/** While a command runs, the server sends a space, which JSON ignores, so that the caller knows that it is alive. */
const HEARTBEAT_MS = 5_000;
/** The longest path of a Unix domain socket on all systems. */
const PATH_MAX_BYTES = 100;

/** The socket's file. Every user who may write to the data directory may send commands. */
function socketFile(dataDir: string): string {
  return path.join(dataDir, 'operator.sock');
}

/**
 * Lets the command line tools work while this process holds the embedded database: they send their command to a socket in the
 * data directory, which only the operator's user can open. Does nothing if the path is too long for a socket.
 */
export async function serveOperatorCommands(
  dataDir: string,
  commands: OperatorCommands,
  log: Pick<Log, 'error' | 'warn'>,
): Promise<{ close(): Promise<void> }> {
  const file = socketFile(dataDir);
  if (Buffer.byteLength(file) > PATH_MAX_BYTES) {
    log.warn({ file }, 'path too long for the operator socket: stop the server to use the command line tools');
    return { close: async () => {} };
  }
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    void answer(socket, commands, log).catch(() => socket.destroy());
  });
  // The lock on the data directory is ours, so an existing file is of a process that was killed.
  rmSync(file, { force: true });
  server.listen(file);
  await once(server, 'listening');
  chmodSync(file, 0o600);
  return {
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(socket: Socket, commands: OperatorCommands, log: Pick<Log, 'error'>): Promise<void> {
  let size = 0;
  socket.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > REQUEST_MAX_BYTES) socket.destroy();
  });
  const { command, argument } = JSON.parse(await text(socket)) as { command: string; argument: string };
  const heartbeat = setInterval(() => socket.write(' '), HEARTBEAT_MS);
  try {
    socket.end(JSON.stringify(await run(commands, command, argument, log)));
  } finally {
    clearInterval(heartbeat);
  }
}

async function run(
  commands: OperatorCommands,
  name: string,
  argument: string,
  log: Pick<Log, 'error'>,
): Promise<Reply> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) return { error: `The running server does not know the command ${name}. Restart it after an update.` };
  try {
    return { output: await command(argument) };
  } catch (err) {
    if (err instanceof StartError) return { error: err.message };
    log.error({ err, command: name }, 'operator command failed');
    return { error: `The command ${name} failed. See the server's log.` };
  }
}

/**
 * Runs a command in the process that holds the data directory.
 * @returns its output, or null if no process is running
 * @throws StartError with the answer of the command
 */
export async function callOperatorCommand(dataDir: string, command: string, argument: string): Promise<string | null> {
  const socket = createConnection(socketFile(dataDir));
  try {
    await once(socket, 'connect');
  } catch {
    return null;
  }
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new StartError('The running server does not answer.')));
  socket.end(JSON.stringify({ command, argument }));
  const reply = JSON.parse(await text(socket)) as Reply;
  if ('error' in reply) throw new StartError(reply.error);
  return reply.output;
}
