import { createServer } from 'node:net';
import { StartError } from '../config/start-error.ts';

/** The sentence for a failed `listen`, or the error itself where there is nothing to advise. */
export function explainListenError(error: unknown, host: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const cause = { cause: error };
  if (code === 'EADDRINUSE') {
    return new StartError(`Port ${port} on ${host} is taken. Stop what uses it, or set PORT to another.`, cause);
  }
  if (code === 'EACCES') return new StartError(`Port ${port} needs more rights. Set PORT above 1023.`, cause);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(`There is no address ${host} on this machine. Check HOST.`, cause);
  }
  return error;
}

/** Finds out before the long part of a start whether the port can be had. */
export function assertPortFree(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error) => reject(explainListenError(error, host, port)));
    server.listen({ host, port }, () => server.close(() => resolve()));
  });
}
